### Tournaments on the page.

contest-none = There is no such tournament.
contest-name = Name
contest-state = State
contest-entries = Entries
contest-created = Made on
contest-create = New tournament
contest-line-round = { $phase }: stage { $stage }, round { $round }
contest-phase-entry = open for entry
contest-phase-drawn = order drawn
contest-phase-running = in progress
contest-phase-finished = finished
contest-phase-cancelled = cancelled
contest-stage-of = Stage { $stage }
contest-round-of = Round { $round }
contest-no-round = No round is paired yet.
contest-held = round { $round } could not be paired by itself: an organiser must look
contest-next-start = begins by itself in { $time }
contest-next-begin = the round begins by itself in { $time }
contest-next-next = goes on by itself in { $time }
contest-parts-of-page = Parts of the tournament
contest-tab-overview = Overview
contest-tab-entries = Entries
contest-tab-pairings = Pairings
contest-tab-standings = Standings
contest-tab-cross = Cross table
contest-tab-bracket = Bracket
contest-tab-results = Results
contest-tab-organise = Organise
contest-tab-referee = Referee

## What it is

contest-parts = { $one }, { $two }
contest-system-swiss = Swiss, { $rounds ->
    [one] { $rounds } round
   *[other] { $rounds } rounds
}
contest-system-round_robin = { $laps ->
    [one] Round robin
   *[other] Round robin, { $laps } laps
}
contest-system-elimination = { $losses ->
    [one] Single elimination
   *[other] Elimination after { $losses } losses
}
contest-system-swiss_elimination = Swiss with elimination after { $losses ->
    [one] { $losses } loss
   *[other] { $losses } losses
}
contest-bout-game = single games
contest-bout-best_of = best of { $games }
contest-bout-boards = team matches on { $boards ->
    [one] { $boards } board
   *[other] { $boards } boards
}
contest-bout-win_and_continue = win and continue
contest-draw-both-out = a draw puts both out
contest-draws-replay = draws are replayed
contest-colours-nigiri = colours by lot before each game
contest-colours-alternate = colours alternate
contest-lineups-free = teams line up in any order
contest-from = the first { $first } of the stage before
contest-from-carry = the first { $first } of the stage before, with their points
contest-pace-by_hand = rounds begin when an organiser says so
contest-pace-at_once = rounds follow one another at once
contest-pace-at_once-after = each round begins { $pause } after the one before
contest-pace-at = by timetable
contest-ordered-by = places by { $criteria }
contest-then = {", then "}
contest-entry = Entry
contest-entry-open = everybody enters himself
contest-entry-organiser = organisers enter people
contest-entries-of = { $count } of at most { $limit }
contest-who = Who plays
contest-players = players
contest-teams = teams
contest-games = Games
contest-game = Game
contest-lateness = Lateness
contest-lateness-doubled = twice the lateness off the main time; more than an hour loses
contest-lateness-quarter_hour = more than 15 minutes loses
contest-lateness-none = the clock runs from the start of the round
contest-unruled = A repetition on which nobody rules
contest-unruled-no_result = no result
contest-unruled-draw = a draw
contest-move-limit = Moves after which a referee rules
contest-wrong-move-limit = The limit of moves is 10 to 2000, or nothing.
contest-illegal_move = Illegal moves
contest-illegal_move-reject = are refused
contest-illegal_move-pass = count as a pass
contest-illegal_move-warn = are warned: one zi, and the second loses
contest-illegal_move-lose = lose the game
contest-overtime = Overtime (with byo-yomi)
contest-overtime-lose = loses
contest-overtime-pass = counts as a pass
contest-overtime-penalty = costs one zi for one more period, at most twice
contest-where = Where
contest-where-here = on this server
contest-where-elsewhere = somewhere else; results are announced
contest-organisers = Organisers
contest-referees = Referees
contest-draw = Draw
contest-drawn-seed = by seed number
contest-drawn-rating = by rating
contest-drawn-rank = by rank
contest-drawn-seeded = by lot, but for the first { $seeded } seeds
contest-drawn-lot = by lot
contest-drawn-with = { $how }; seed of the lot { $seed }
contest-draw-stale = somebody has left since
contest-stages = Stages
contest-stage = Stage
contest-round = Round
contest-timetable = Timetable of stage { $stage }
contest-time = Begins
contest-time-there = Begins ({ $zone })
contest-time-here = Where you are ({ $zone })
contest-sanctions = Sanctions
contest-sanction-ban = { $whom } may not enter before { $until }
contest-sanction-ban_everywhere = { $whom } may enter no tournament of this server before { $until }
contest-sanction-lift_ban = the bans of { $whom } are lifted
contest-sanction-lower_prize = { $whom } gets the prize of the next lower place
contest-sanction-reprimand = { $whom } is reprimanded
contest-sanction-line = { $time }: { $what }. { $why }. { $by }
contest-act = { $reason }: “{ $text }”

## Taking part

contest-you-are = You are entered as { $name }, number { $no }.
contest-enter = Enter
contest-withdraw = Withdraw
contest-withdraw-question = Withdraw from this tournament? Games that have begun are lost.
contest-account = Account
contest-rank = Rank
contest-no-rank = none
contest-rank-k = { $n } kyu
contest-rank-d = { $n } dan
contest-rank-p = { $n } dan professional
contest-rating = Rating
contest-club = Club
contest-seed = Seed
contest-no = No.
contest-team-name = Name of the team
contest-members = Members, one a line
contest-members-hint = Name, rank, @account: Li Ming, 5d, @liming. Substitutes come last.
contest-myself = I play myself, with this account
contest-add-entry = Add an entry
contest-change-entry = Change an entry
contest-change = Change
contest-change-of = Change the entry of { $name }
contest-save = Save
contest-no-entries = Nobody is entered yet.
contest-no-account = without an account
contest-from-round = from round { $round }
contest-withdrawn = withdrawn
contest-excluded = excluded: { $why }
contest-entries-csv = List of entries (CSV)
contest-wrong-member = “{ $part }” in “{ $line }” is no rank and no @account.
contest-lineup = Line-up
contest-lineup-of = Line-up of { $name }
contest-lineup-members = Who plays from the next bout on, by number, board 1 first
contest-lineup-absent = Of these: not there, and forfeits
contest-wrong-lineup = Write numbers of members, each once.
contest-member-leaves = A member leaves
contest-leaves-of = A member leaves: { $name }
contest-ask-member-leaves = What a member has played stands; what is not played yet is forfeited.

## A list of entries

contest-import = Import a list
contest-import-hint = CSV with a line of headings: name, account, rank, rating, club, seed. All of it is taken or nothing.
contest-import-file = File
contest-import-paste = … or paste it here
contest-import-check = Check only
contest-import-do = Import
contest-import-empty = There is nothing in it.
contest-import-large = A list has at most { $kib } KiB.
contest-import-good = { $count ->
    [0] Nothing is wrong with it.
    [one] { $count } entry, and nothing is wrong with it.
   *[other] { $count } entries, and nothing is wrong with them.
}
contest-import-bad = { $count ->
    [one] { $count } mistake
   *[other] { $count } mistakes
}: nothing would be taken.
contest-import-ignored = passed over: { $names }
contest-import-fault = { $line ->
    [0] The list
   *[other] Line { $line }
}{ $column ->
    [0] {""}
   *[other] , column { $column }
} { $field }: { $fault }
contest-column-no = number
contest-column-team = team
contest-column-name = name
contest-column-account = account
contest-column-rank = rank
contest-column-rating = rating
contest-column-club = club
contest-column-seed = seed
contest-column-from_round = first round

## Pairings

contest-table = Table
contest-board = Board
contest-first-side = First (Black on odd boards)
contest-second-side = Second
contest-result = Result
contest-officials = Officials
contest-bye = bye
contest-bye-short = bye
contest-byes = Bye: { $names }
contest-forfeit = { $score } by forfeit
contest-both-lose = { $score }, both lose
contest-fixed = decided by an official or a withdrawal
contest-no-result = no result
contest-ruled = { $score } (ruled)
contest-elsewhere = played elsewhere
contest-playing = in play
contest-not-created = about to begin
contest-game-state = board { $board }: { $state }
contest-sheet = Table { $table }: { $first } – { $second } { $score }
contest-bye-again = { $name } has a bye for the { $times }. time: it could not be avoided
contest-remark-rematch = { $first } and { $second } meet for the { $times }. time: it could not be avoided
contest-paired-at = paired { $time }
contest-begun-at = begun { $time }
contest-complete-at = complete { $time }
contest-closed = closed by an official
contest-by-hand = paired by hand: { $why }

## Standings

contest-place = Place
contest-prize = prize
contest-prize-shared = { $prizes } (shared by { $among })
contest-prizes = Prizes
contest-line = Line
contest-opponent = Opponent
contest-score = Result
contest-score-win = won
contest-score-draw = drawn
contest-score-loss = lost
contest-after-rounds = { $rounds ->
    [0] before the first completed round
    [one] after { $rounds } completed round
   *[other] after { $rounds } completed rounds
}
contest-standings-legend = A name leads to where points and tie-breaks come from. Numbers are cut to four places; places are decided by the exact ones.
contest-cross-legend = The line of the opponent in this table; + won, = drawn, - lost, ? open, ! by forfeit; b with Black, w with White.
contest-not-paired = not paired
contest-black-short = b
contest-white-short = w
contest-met = { $score ->
    [win] won against { $opponent }
    [draw] drew with { $opponent }
    [loss] lost to { $opponent }
   *[open] meets { $opponent }
} with { $colour }{ $forfeit ->
    [yes] , by forfeit
   *[no] {""}
}
contest-criterion-points = points
contest-criterion-total = total (S1.27 A)
contest-criterion-sos = opponents' points (SOS)
contest-criterion-sos_without_extremes = opponents' points without the highest and lowest
contest-criterion-sodos = points of defeated opponents (SODOS)
contest-criterion-sosos = opponents' SOS
contest-criterion-beaten_opponents = points of beaten opponents, forfeits included
contest-criterion-warnings = fewer warnings
contest-criterion-direct_encounter = direct encounter
contest-criterion-wins = wins
contest-criterion-wins_with_white = wins with White
contest-criterion-board_points = board points
contest-criterion-board_wins = games won
contest-criterion-wins_on_board = wins on board { $board }
contest-criterion-survival = survival (out after { $losses ->
    [one] { $losses } loss
   *[other] { $losses } losses
})
contest-short-points = Pts
contest-short-total = Total
contest-short-sos = SOS
contest-short-sos_without_extremes = SOS-2
contest-short-sodos = SODOS
contest-short-sosos = SOSOS
contest-short-beaten_opponents = Beaten
contest-short-warnings = Warn.
contest-short-direct_encounter = Direct
contest-short-wins = Wins
contest-short-wins_with_white = Wins W
contest-short-board_points = BP
contest-short-board_wins = BW
contest-short-wins_on_board = B{ $board }
contest-short-survival = Round

## The bracket

contest-final = Final
contest-semifinals = Semifinals
contest-last-of = Last { $players }
contest-layer = { $name } (round { $round })
contest-winner = Winner: { $name }
contest-place-open = not known yet
contest-place-empty = nobody
contest-place-left = { $name } (left)
contest-match-won = { $upper } against { $lower }: { $winner } goes on
contest-match-nobody = { $upper } against { $lower }: nobody goes on
contest-match-open = { $upper } against { $lower }: not decided

## Results

contest-final-result = Final result
contest-not-final = Not final: { $rounds ->
    [one] { $rounds } completed round
   *[other] { $rounds } completed rounds
}
contest-files = To take away
contest-file-csv = Result list (CSV)
contest-file-h9 = Result list for the European Go Federation (H9)
contest-file-txt = Result list to print (text)
contest-file-sgf = All finished games (SGF)

## How a place came about

contest-to-standings = To the standings
contest-explain-nobody = There is nothing to explain yet.
contest-explain-of = { $name }: place { $place }
contest-shared-with = shared with { $names }
contest-by-lot = number { $drawn } by play-off or lot
contest-figure = { $name }: { $value }
contest-level-none = It decided nothing here.
contest-level = { $level } were still level before it.
contest-formula-sum = { $sum } = { $value }
contest-formula-total = { $points } + [{ $opponents } / ({ $highest } / 2) - { $rounds }] = { $points } + { $bracket } = { $value }
contest-formula-not_all_met = Not everybody who ties has met each other: nothing is compared.
contest-formula-count = { $value }
contest-formula-out = Out since round { $round }.
contest-formula-in = Still in.
contest-term-from = Of these
contest-term-counts = Counts
contest-term-why = Why
contest-counted-played = played
contest-counted-forfeit = without play
contest-counted-bye = bye
contest-counted-not_paired = not paired
contest-counted-before_entry = not entered yet
contest-counted-after_leaving = had left
contest-counted-void = void: somebody withdrew before half of the rounds
contest-counted-undecided = no result yet
contest-counted-highest = the highest, left out
contest-counted-lowest = the lowest, left out
contest-counted-carried = brought along
contest-why-met = Why these pairings
contest-why-pair = Round { $round }: with { $points } points against { $name } with { $others }.
contest-why-bye = Round { $round }: a bye, with { $points } points.
contest-obstacle-paired = That is the opponent half a group away.
contest-obstacle-met = Half a group away stood { $name }, met before ({ $times }).
contest-obstacle-has_bye = Half a group away stood { $name }, who had the bye.
contest-obstacle-own_bye = Half a group away stood { $name }.
contest-obstacle-floats = Half a group away stood { $name }, who met { $other } of another group.
contest-obstacle-costs_more = Half a group away stood { $name }; that pair would be worse: { $criterion }.
contest-obstacle-whole = Half a group away stood { $name }; the round as a whole is better with { $other } there.
contest-cost-rematch = a second meeting
contest-cost-bye_again = another bye
contest-cost-colour_bounds = too much of one colour
contest-cost-bye_place = a bye for somebody placed higher
contest-cost-point_difference = more difference of points
contest-cost-float_again = a float as in the last round
contest-cost-float_as_before = a float as two rounds ago
contest-cost-same_club = the same club
contest-cost-strong_wishes = a colour strongly due
contest-cost-mild_wishes = a colour due
contest-cost-displacement = further from half a group
contest-cost-lowest_list = the order of the list
contest-wish = { $strength ->
    [strong] Strongly due: { $colour }.
   *[mild] Due: { $colour }.
}
contest-colour-reason-otherwise_more = Colours: the other way would be worse ({ $criterion }).
contest-colour-reason-larger_difference = Colours: for whose colours differ more.
contest-colour-reason-alternate = Colours: each the other one than last.
contest-colour-reason-better_placed = Colours: as the better placed is due.
contest-colour-reason-seed = Colours: by the seed number of the better placed.

## Organising

contest-do-next = What comes next
contest-do-always = At any time
contest-now-entry = People enter. When all are there, draw the order.
contest-now-drawn = The order is drawn: the first stage can begin.
contest-now-waiting = Round { $round } is paired and waits to begin.
contest-now-open = Round { $round } is going on.
contest-now-paired_next = { $round ->
    [0] Stage { $stage } has begun: pair round { $next }.
   *[other] Round { $round } is complete: pair round { $next }, or end the stage.
}
contest-now-over = This tournament is over.
contest-do-draw = Draw the order
contest-ask-draw = The order decides who is paired how in the first round. It can be drawn again before the start.
contest-draw-by = How
contest-draw-seeded = So many seeds are kept apart
contest-do-start = Begin the first stage
contest-ask-start = Begin? Entries and most settings are fixed then.
contest-do-begin = Begin the round
contest-ask-begin = Begin the round? Its games are made and clocks run as players arrive.
contest-do-pair = Pair the next round
contest-ask-pair = Pair the next round? It waits until you begin it.
contest-do-pair-begin = Pair and begin
contest-ask-pair-begin = Pair the next round and begin it at once?
contest-do-close = Close the round
contest-ask-close = Close the round? Bouts without a result count as drawn, or as their games stand.
contest-do-next-stage = Begin the next stage
contest-ask-next-stage = Begin stage { $stage }?
contest-chosen-by-places = By the places of this stage
contest-chosen = Who goes on, by number, the first seed first
contest-do-finish = Finish the tournament
contest-ask-finish = Finish the tournament? Officials can still overturn results afterwards.
contest-settings = Settings
contest-cancel = Cancel the tournament
contest-by-hand-title = Pair by hand
contest-pairs = Pairs, by number of the entry
contest-pairs-hint = A line a pair, Black first: 3 - 7. A number alone has a bye.
contest-pair = { $first } (Black) – { $second }
contest-bye-of = { $name }: bye
contest-not-in-list = Not paired: { $names }
contest-wrong-pairs = Line { $line }: { $fault ->
    [unknown] there is no number { $no } to pair
    [twice] number { $no } is there twice
   *[unreadable] write two numbers, or one for a bye
}.
contest-pair-do = Pair so
contest-swap = Swap colours
contest-swap-title = Table { $table }: { $first } gets Black, { $second } White

## Settings

contest-preset = Begin from
contest-preset-computer-go = computer-Go contest: double round robin, an hour a side
contest-preset-chinese-1988 = national event, rules of 1988: Swiss, 2 h, komi 5.5
contest-preset-chinese-2002 = national event, rules of 2002: Swiss, 2 h, komi 7.5
contest-preset-cgos = like CGOS: 15 min a side, an illegal move loses, rounds follow by themselves
contest-preset-uec = like the UEC cup: Swiss, then an elimination of eight
contest-field-description = Description
contest-field-prizes = Prizes of the last stage, one a line, from the first place on
contest-field-limit = Most entries
contest-field-komi = Komi (empty: as the rules say)
contest-field-teams = Teams play
contest-field-hosted = Games are played on this server
contest-field-organisers = Organisers, by name, commas between
contest-field-referees = Referees, by name, commas between
contest-field-system = System
contest-field-count = Rounds
contest-field-bout = Bouts
contest-field-games = Games of a bout
contest-field-boards = Boards
contest-field-order = Places by
contest-field-first = So many go on
contest-field-carry = They bring their points along
contest-field-pace = Rounds begin
contest-field-pause = Pause between rounds (1m, 1h30m)
contest-field-zone = Time zone
contest-field-times = Start of each round, one a line
contest-count-swiss = Rounds
contest-count-round_robin = Laps
contest-count-elimination = Losses that put out
contest-count-swiss_elimination = Losses that put out
contest-choose-system-swiss = Swiss
contest-choose-system-round_robin = round robin
contest-choose-system-elimination = elimination
contest-choose-system-swiss_elimination = Swiss with elimination
contest-choose-bout-game = single games
contest-choose-bout-best_of = best of several
contest-choose-bout-boards = a game on each board
contest-choose-bout-win_and_continue = win and continue
contest-choose-order-usual = the system's usual order
contest-choose-order-total = total, then warnings (S1.27 A)
contest-choose-order-points = points, opponents' points, warnings (S1.27 B)
contest-choose-order-kept = as it is now
contest-choose-pace-by_hand = when an organiser says so
contest-choose-pace-at_once = by themselves, after a pause
contest-choose-pace-at = by timetable
contest-add-stage = Add a stage
contest-remove-stage = Remove the last stage
contest-wrong-name = A tournament has a name.
contest-wrong-limit = At least 2 entries.
contest-wrong-count = A whole number is needed.
contest-wrong-pause = No such time: write it like 5m.
contest-wrong-times = Times such as 2026-12-01 09:30, each later than the one before, in a time zone that there is.
contest-wrong-official = There is nobody called { $name }.

## Ruling

contest-reason = Reason
contest-words = In your own words
contest-rule = Rule
contest-rule-of = Rule on table { $table }
contest-rule-on = On what
contest-rule-title = Table { $table }: { $first } – { $second }
contest-rule-do = Give this result
contest-whole-bout = the whole bout at table { $table }
contest-game-of = game { $game }: { $black } (Black) – { $white } (White)
contest-new-result = Result
contest-stands = It stands at { $score } now.
contest-give-first = { $first } wins, { $second } loses
contest-give-second = { $second } wins, { $first } loses
contest-give-draw = draw: { $first } and { $second }
contest-give-both_lose = both lose: { $first } and { $second }
contest-give-first_forfeit = { $first } wins by forfeit, { $second } loses
contest-give-second_forfeit = { $second } wins by forfeit, { $first } loses
contest-give-both_forfeit = both lose by forfeit: { $first } and { $second }
contest-give-none = no result: { $first } and { $second }
contest-give-replay = play it again
contest-rule-results = Results
contest-rule-people = People
contest-to-pairings = To the pairings, where each bout can be ruled on
contest-whom = Whom
contest-nobody-chosen = Choose somebody.
contest-somebody-else = somebody who is not entered
contest-exclude = Exclude
contest-readmit = Let in again
contest-readmit-hint = Whoever has left, or is not paired any more, is paired again from the next round on.
contest-sanction = Sanction
contest-sanction-do = Impose it
contest-sanction-kind-reprimand = reprimand
contest-sanction-kind-lower_prize = prize of the next lower place
contest-sanction-kind-ban = ban from entering
contest-sanction-kind-lift_ban = lift bans
contest-sanction-everywhere = from every tournament of the server
contest-until = Until
contest-wrong-until = Say until when.
contest-boards = Boards
contest-boards-state = { $open ->
    [0] No game is going on.
    [one] { $open } game is going on, { $troubled } in trouble.
   *[other] { $open } games are going on, { $troubled } in trouble.
}
contest-since = Since
contest-ends-in = ends in { $time }
contest-trouble-final_stop = final stop: life and death must be ruled on
contest-trouble-repetition = the position has repeated itself: a referee must rule
contest-trouble-move_limit = the limit of moves is reached: a referee must rule
contest-trouble-suspended = suspended
contest-trouble-long_scoring = counted for long
contest-trouble-late = somebody is not here
contest-trouble-missing = the game is not made yet
contest-trouble-paused = paused
contest-trouble-adjourned = adjourned
contest-trouble-scoring = dead stones are marked
contest-trouble-warned = warned
contest-trouble-playing = play goes on
contest-trouble-disconnected = connection lost
contest-trouble-unread = could not be read
contest-trouble-of = { $trouble }: { $who }
contest-and-who = { ", " }
contest-order = Order
contest-order-of = Order something at table { $table }
contest-order-title = Table { $table }
contest-order-do = Order it
contest-order-suspend = suspend the game
contest-order-resume = let the game go on
contest-order-warn_black = warn { $black }
contest-order-warn_white = warn { $white }
contest-order-lose_black = { $black } loses
contest-order-lose_white = { $white } loses
contest-order-lose_both = both lose
contest-order-clocks = set the clocks
contest-order-take_back = take back moves
contest-order-edit = change the position
contest-order-adjudicate_count = end it with the count of the board
contest-order-life_and_death = rule on life and death, and count
contest-order-adjudicate = end it with a result
contest-order-restart = begin it anew
contest-order-replay = end it without a result, to be played again
contest-order-repetition_draw = repetition: a draw
contest-order-repetition_no_result = repetition: no result
contest-order-repetition_replay = repetition: no result, to be played again
contest-order-repetition_forbid = repetition: take the move back and forbid it
contest-order-repetition_continue = repetition: play continues
contest-order-colours_wrong = colours were wrong: begin anew with the others
contest-order-result = Result: B+3.5, W+R, B+F, 0
contest-order-none-dead = No stone is dead.
contest-order-dead-are = Dead: { $points }
contest-order-dead-hint = Tap a stone, and its chain is dead; tap it again, and it is alive.
contest-order-force-majeure = For force majeure (more than 150 stones played)
contest-order-main = Main time, { $side }
contest-order-periods = Byo-yomi periods, { $side }
contest-order-clocks-hint = Times like 20m or 1h30m. What is left empty stays.
contest-order-clockless = The game has no clock.
contest-order-moves = Moves to take back, passes counted (of { $played })
contest-order-tap = A tap puts
contest-order-tap-none = nothing: it takes away
contest-order-next = Moves next
contest-order-next-same = as it is
contest-order-changes = Taken away: { $remove }. Black: { $black }. White: { $white }.
contest-order-moved = The game has gone on meanwhile: look at the position, and order again.
contest-order-progress = { $done } of { $count } done, { $refused } refused
contest-order-none = Nothing was done: each game has refused it.
contest-wrong-result = Write a result like B+3.5, W+R, B+F or 0.
contest-wrong-clock = Write a time like 20m or 1h30m.
contest-wrong-no-clock = Set the clock of one side at least.
contest-wrong-moves = Write a number of moves from 1 to { $played }.
contest-wrong-no-change = Nothing is changed yet: tap a point, or choose who moves next.
contest-suspend-all = Suspend all boards
contest-resume-all = Let all boards go on
contest-ask-suspend-all = Suspend { $count ->
    [one] { $count } game
   *[other] { $count } games
} at once, clocks too?
contest-ask-resume-all = Let { $count ->
    [one] { $count } game
   *[other] { $count } games
} go on?
