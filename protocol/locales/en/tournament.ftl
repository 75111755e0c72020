### Tournaments: what the command line tells of them. Points of an event are 2 for a win, 1 for a draw.

## Where a tournament is

tournament-phase-entry = open for entries
tournament-phase-drawn = drawn
tournament-phase-running = going on
tournament-phase-finished = over
tournament-phase-cancelled = called off

## Stages

tournament-system-round-robin = { $laps ->
    [one] round robin
   *[other] round robin in { $laps } laps
}
tournament-system-swiss = { $rounds ->
    [one] Swiss of 1 round
   *[other] Swiss of { $rounds } rounds
}
tournament-system-knockout = knockout
tournament-system-elimination = elimination after { $losses } losses
tournament-system-swiss-elimination = { $losses ->
    [one] Swiss, out after 1 loss
   *[other] Swiss, out after { $losses } losses
}
tournament-bout-best-of = best of { $games } games
tournament-bout-boards = matches on { $boards } boards
tournament-bout-win-and-continue = win-and-continue matches
tournament-draws-stand = draws stand
tournament-draws-replay = draws are replayed
tournament-from = with the first { $first } of the stage before
tournament-from-carry = with the first { $first } of the stage before, who bring their points
tournament-pace-by-hand = rounds begin by hand
tournament-pace-at-once = each round begins when the one before is complete
tournament-pace-pause = each round begins { $pause } after the one before
tournament-pace-at = rounds begin at { $times }
tournament-pace-at-zone = rounds begin at { $times } (set in { $zone })
tournament-lateness-doubled = twice the lateness comes off the main time, more than an hour loses
tournament-lateness-quarter-hour = more than 15 minutes late loses
tournament-lateness-none = only the clock runs
tournament-entry-open = everybody may enter
tournament-entry-organiser = organisers enter people
tournament-draw-seed = by seed number
tournament-draw-rating = by rating
tournament-draw-rank = by rank
tournament-draw-seeded = { $seeded ->
    [one] by lot behind the first seed
   *[other] by lot behind the first { $seeded } seeds
}
tournament-draw-lot = by lot

## A tournament

tournament-title = { $name } ({ $tournament })
tournament-show-stage = stage { $stage }: { $what }
tournament-show-progress = stage { $stage } goes on with { $field } entries: { $rounds } rounds are paired, { $complete } complete
tournament-show-held = stage { $stage }, round { $round } could not be paired: an organiser must look
tournament-show-games = games: { $terms }
tournament-show-lateness = lateness: { $rule }
tournament-show-move_limit = after { $moves } moves a referee rules
tournament-show-unruled-draw = a repetition on which nobody rules is a draw
tournament-show-elsewhere = games are played elsewhere, results are announced
tournament-show-prizes = Prizes: { $prizes }
tournament-show-players = players: { $entries } of at most { $most }; { $rule }
tournament-show-teams = teams: { $entries } of at most { $most }; { $rule }
tournament-show-organisers = organisers: { $names }
tournament-show-referees = referees: { $names }
tournament-show-draw = drawn { $how }; the lot's seed is { $seed }
tournament-show-draw-stale = somebody has left since the draw: it should be drawn again
tournament-show-sanction = { $time }: { $what } ({ $reason })
tournament-next-start = the first stage begins at { $time }
tournament-next-begin = the paired round begins at { $time }
tournament-next-round = the next round begins at { $time }
tournament-you-organiser = you are an organiser
tournament-you-referee = you are a referee
tournament-you-entry = you play as { $entry }
tournament-list-empty = there are no tournaments
tournament-entries-empty = nobody is entered
tournament-entry-excluded = excluded: { $reason }
tournament-entry-gone = withdrawn
tournament-entry-from = from round { $round } on
tournament-member-board = board { $board }
tournament-member-absent = not there
tournament-reason-text = { $reason }: “{ $text }”

## Heads of columns

tournament-head-account = account
tournament-head-black = Black
tournament-head-club = club
tournament-head-counts = counts
tournament-head-entries = entries
tournament-head-from = from
tournament-head-game = game
tournament-head-id = id
tournament-head-made = made
tournament-head-name = name
tournament-head-no = no
tournament-head-note = note
tournament-head-opponent = opponent
tournament-head-phase = phase
tournament-head-place = place
tournament-head-prize = prize
tournament-head-rank = rank
tournament-head-rating = rating
tournament-head-result = result
tournament-head-round = round
tournament-head-seed = seed
tournament-head-stage = stage
tournament-head-state = state
tournament-head-table = table
tournament-head-white = White

## A round

tournament-round = Stage { $stage }, round { $round }
tournament-round-waits = paired, not begun
tournament-round-begun = begun at { $time }
tournament-round-complete = complete at { $time }
tournament-round-closed = closed by an official at { $time }
tournament-round-by-hand = paired by hand: { $reason }
tournament-round-bye = bye: { $entry }
tournament-pair = { $black } - { $white }
tournament-bout-fixed = decided by an official or by leaving
tournament-game-created = in play
tournament-game-waits = is being made
tournament-game-elsewhere = played elsewhere
tournament-game-announced = announced
tournament-game-ruled = by a ruling
tournament-game-ruled-outcome = { $outcome }; counts by a ruling
tournament-game-warned = { $state }; warnings { $black }:{ $white }
tournament-remark-bye = { $entry } has bye no. { $times }
tournament-remark-rematch = { $first } and { $second } have met before: meeting no. { $times }
tournament-result-forfeit = { $result } (forfeit)
tournament-result-none = no result

## Standings

tournament-standings = { $rounds ->
    [one] Standings of stage { $stage } after 1 round
   *[other] Standings of stage { $stage } after { $rounds } rounds
}
tournament-standings-empty = nobody plays yet
tournament-still-in = still in
tournament-crosstable-legend = opponent's number, + won, = drawn, - lost, ? not decided, b Black, w White, ! by forfeit
tournament-cell-bye = bye
tournament-cell-black = b
tournament-cell-white = w
criterion-points = points
criterion-total = total
criterion-sos = SOS
criterion-sos-without-extremes = SOS-2
criterion-sodos = SODOS
criterion-sosos = SOSOS
criterion-beaten-opponents = beaten
criterion-warnings = warnings
criterion-direct-encounter = direct
criterion-wins = wins
criterion-wins-with-white = White wins
criterion-board-points = board points
criterion-board-wins = board wins
criterion-wins-on-board = wins on board { $board }
criterion-survival = out in

## A bracket

tournament-bracket = Bracket of stage { $stage }
tournament-bracket-empty = it is not drawn yet
tournament-bracket-round = round { $round }
tournament-bracket-winner = winner
tournament-bracket-nobody = nobody
tournament-bracket-left = { $entry } (left)

## Why somebody has his place

explain-place = { $entry }: place { $place } in stage { $stage } after { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
explain-no-place = { $entry }: no place in stage { $stage } after { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}
explain-shared = shared with { $others }
explain-drawn = number { $n } of the play-off or lot
explain-points = points: { $points }
explain-figure = { $criterion }: { $value }, compared among { $level }
explain-figure-not-needed = { $criterion }: { $value }, not needed
explain-total = { $points } + ({ $opponents } / { $half } - { $rounds }) = { $points } + { $bracket } = { $whole }
explain-total-none = { $points } + 0
explain-not-all-met = not all of those who are level have met: nothing is compared
explain-out = out in round { $round }
explain-pairings = Pairings:
explain-round = round { $round }
counted-forfeit = forfeit
counted-bye = bye
counted-not-paired = not paired
counted-before-entry = before he entered
counted-after-leaving = after he left
counted-void = void: withdrew before half of the rounds
counted-undecided = not decided
counted-highest = highest, left out
counted-lowest = lowest, left out
counted-carried = from the stage before

## Why two meet

pairing-met = with { $colour } against { $opponent }, who had { $points } points
pairing-group = no. { $rank } of the { $group } with { $points } points
pairing-natural = half a group away: this opponent
pairing-natural-met = half a group away: { $opponent }, but they have met
pairing-natural-has-bye = half a group away: { $opponent }, who has the bye
pairing-natural-own-bye = half a group away: { $opponent }; the bye fell to this player
pairing-natural-floats = half a group away: { $opponent }, who meets { $other } of another group
pairing-natural-costs = half a group away: { $opponent }, but that is worse by: { $criterion }
pairing-natural-whole = half a group away: { $opponent }, who meets { $other }, since the round as a whole is better so
pairing-wish = wishes for { $colour }
pairing-wish-strong = strongly wishes for { $colour }
pairing-colours-costs = the other colours are worse by: { $criterion }
pairing-colours-difference = both wish for the same colour: it goes to whose colours differ more
pairing-colours-alternate = each has the other colour than when theirs differed last
pairing-colours-better-placed = the better placed has his wish
pairing-colours-seed = nobody wishes for a colour: by seed number
pairing-costs = given up: { $costs }
pairing-cost = { $criterion } ({ $amount })
pairing-by-rematch = meeting again
pairing-by-bye-again = another bye
pairing-by-colour-bounds = bounds of colours
pairing-by-bye-place = the bye's place
pairing-by-point-difference = difference of points
pairing-by-float-again = floating as in the last round
pairing-by-float-as-before = floating as in the round before the last
pairing-by-same-club = the same club
pairing-by-strong-wishes = strong wishes for a colour
pairing-by-mild-wishes = wishes for a colour
pairing-by-displacement = distance from half a group
pairing-by-lowest-list = order of the list

## What is done

tournament-confirm = { $order }? y for yes:
tournament-done = done in { $tournament }, event { $event }
tournament-entered = entered as { $entry }
tournament-entered-list = entered { $entries }: { $first } to { $last }
tournament-list-in-order = the list is in order: { $entries ->
    [one] 1 entry
   *[other] { $entries } entries
}
tournament-list-passed-over = columns that are passed over: { $heads }
tournament-problem-cell = line { $line }, column { $column }: { $why }
tournament-problem-line = line { $line }: { $why }
tournament-problem-field = { $field }: { $why }
tournament-field-team = team
tournament-field-from-round = first round
tournament-written = written to { $file }
tournament-order-withdraw = withdraw { $entry }
tournament-order-member-leaves = let member { $member } of { $entry } leave
tournament-order-close-round = close the round
tournament-order-next-stage = begin the next stage
tournament-order-finish = end the tournament
tournament-order-exclude = exclude { $entry }
tournament-order-readmit = readmit { $entry }
tournament-order-pair-by-hand = { $bouts ->
    [one] pair 1 bout by hand
   *[other] pair { $bouts } bouts by hand
}
tournament-order-swap = exchange the colours of bout { $bout }
tournament-order-replay = have game { $game } played again
tournament-order-overturn-bout = bout { $bout } is now { $result }
tournament-order-overturn-game = game { $game } is now { $result }
tournament-order-ban = ban account { $account } until { $time }
tournament-order-ban-everywhere = ban account { $account } from all tournaments until { $time }
tournament-order-lift-ban = lift the bans of account { $account }
tournament-order-lower-prize = the prize of the next lower place for { $entry }
tournament-order-reprimand = reprimand { $name } in public
tournament-order-cancel = call { $name } off

## What is amiss

tournament-file = { $file }: { $why }
tournament-no-preset = there is no preset '{ $name }'; there are { $names }
tournament-no-swiss = no stage is a Swiss: --rounds is for its rounds
tournament-nobody-comes = stage { $stage }: say who comes into it, as first:8
tournament-no-time = '{ $time }' is no time: write 2026-12-05 10:00
tournament-no-account = nobody is called '{ $name }'
tournament-no-entry = nobody is entered as '{ $name }'
tournament-entries-alike = '{ $name }' are several: say { $first }, { $second } ..
tournament-entry-no-account = { $entry } has no account
tournament-not-entered = you are not entered: say who is to withdraw
tournament-nothing-to-change = say what of the entry is to change, as --rank 3d
tournament-no-round = no round is paired yet
tournament-no-game = no game has begun in { $bout }
tournament-several-boards = { $bout } has several boards: say which, as { $bout }.1
tournament-bout-needs-result = a whole bout needs a result: 2:0, 1:1, 0:2 or 0:0

## Playing in a tournament

play-tournament-waits = waiting for your next game in { $tournament }
bot-tournament-waits = waiting for the next game in { $tournament }
bot-tournament-over = { $tournament } is over
tournament-prize-shared = { $prizes } (shared by { $among })

tournament-log-created = made: { $name }
tournament-log-changed = settings changed
tournament-log-entered = entered: { $entries }
tournament-log-entry-changed = entry changed: { $entry }
tournament-log-drawn = order drawn: { $how }, seed { $seed }
tournament-log-stage =
    stage { $stage } begins with { $field ->
        [one] one entry
       *[other] { $field } entries
    }
tournament-log-paired = stage { $stage }, round { $round } paired: { $pairs }
tournament-log-paired-begun = stage { $stage }, round { $round } paired and begun: { $pairs }
tournament-log-swapped = sides of bout { $bout } swapped
tournament-log-begun = stage { $stage }, round { $round } begins
tournament-log-games =
    { $games ->
        [one] one game exists
       *[other] { $games } games exist
    }
tournament-log-counted = game { $game }: { $outcome }
tournament-log-announced = result of game { $game } announced
tournament-log-overturned = result overturned
tournament-log-withdrew = { $entry } withdraws
tournament-log-excluded = { $entry } is excluded
tournament-log-lined-up = { $entry } lines up { $members }
tournament-log-lined-up-absent = { $entry } lines up { $members }; not there: { $absent }
tournament-log-member-left = member { $member } of { $entry } leaves
tournament-log-readmitted = { $entry } is readmitted
tournament-log-closed = stage { $stage }, round { $round } closed
tournament-log-finished = over
tournament-log-cancelled = called off
tournament-log-why = { $what } ({ $reason })
tournament-log-result = { $bout } counts { $score }
tournament-log-open = { $bout } is open again
tournament-log-by-itself = by itself
tournament-log-line = { $seq }  { $time }  { $by }: { $what }
