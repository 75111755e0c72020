### What happens in a game: results, endings, events, calls.

## Sides

colour-black = black
colour-white = white

## Results

outcome-count = { $winner ->
    [black] Black
   *[white] White
} wins by { $zi } zi ({ $points ->
    [one] { $points } point
   *[other] { $points } points
})
outcome-resignation = { $winner ->
    [black] Black
   *[white] White
} wins by resignation
outcome-time = { $winner ->
    [black] Black
   *[white] White
} wins on time
outcome-forfeit = { $winner ->
    [black] Black
   *[white] White
} wins by forfeit
outcome-ruling = { $winner ->
    [black] Black
   *[white] White
} wins by a ruling
outcome-ruling-count = { $winner ->
    [black] Black
   *[white] White
} wins by { $zi } zi ({ $points ->
    [one] { $points } point
   *[other] { $points } points
}), by a ruling
outcome-no_show = { $winner ->
    [black] Black wins: White never came
   *[white] White wins: Black never came
}
outcome-abandoned = { $winner ->
    [black] Black wins: White left
   *[white] White wins: Black left
}
outcome-won = { $winner ->
    [black] Black
   *[white] White
} wins
outcome-draw = draw
outcome-none = no result
outcome-none-no_show = no result: a player never came
outcome-none-abandoned = no result: both players left
outcome-none-both_lose = both sides lose
outcome-none-replay = no result: the game is to be played again
outcome-none-wrong_colours = no result: the colours were wrong, and the game begins anew
outcome-none-repetition = no result: the position repeated itself
outcome-area = { $outcome }: area { $black } to { $white }, { $neutral } neutral
outcome-penalties = { $outcome }; for warnings and overtime Black gives { $black } zi, White { $white }

## Komi, rules, settings

komi = komi { $points } ({ $zi } zi)
komi-none = no komi
komi-reverse = reverse komi { $points } ({ $zi } zi)
handicap = handicap { $stones }
rules-chinese = Chinese rules
rules-chinese-1988 = Chinese rules of 1988
rules-aga = AGA rules
rules-new-zealand = New Zealand rules
rules-tromp-taylor = Tromp-Taylor rules
illegal_move-pass = an illegal move counts as a pass
illegal_move-warn = an illegal move is warned
illegal_move-lose = an illegal move loses
overtime-pass = overtime counts as a pass
overtime-penalty = overtime costs one zi, at most twice
ko-positional = positional superko
ko-situational = situational superko
ko-simple = simple ko
ko-referee = a referee rules on repetition
suicide-no = no suicide
suicide-multi = suicide of several stones allowed
compensation-n = White gets a point for each handicap stone
compensation-n_minus_one = White gets a point for each handicap stone but one
compensation-none = White gets nothing for handicap stones
ending-confirmed = dead stones are agreed on, then area is counted
ending-as_it_stands = the board is counted as it stands after two passes
placement-fixed = handicap stones on the star points
placement-free = handicap stones placed freely
visibility-public = public
visibility-unlisted = unlisted
visibility-private = private
maker-black = plays Black
maker-white = plays White
maker-nigiri = colours are drawn
undo-off = no undo
pauses-off = no pauses
pauses = pauses of { $time } together

## Time

time-none = no clock
time-absolute = { $main }
time-byo_yomi = { $main } + { $periods }x{ $period }
time-byo_yomi-only = { $periods }x{ $period }
time-canadian = { $main } + { $stones } moves in { $block }
time-canadian-only = { $stones } moves in { $block }
time-fischer = { $main } + { $increment } a move
time-fischer-cap = { $main } + { $increment } a move, at most { $cap }
time-simple = { $allowance } a move
time-correspondence = { $allowance } a move
# The largest unit first: 1 h 30 min.
duration-and = { $larger } { $smaller }
duration-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}
duration-hours = { $n } h
duration-minutes = { $n } min
duration-seconds = { $n } s
duration-milliseconds = { $n } ms
clock-days = { $days }d { $time }
# For how long something may last, rounded up.
within-seconds = { $n ->
    [one] { $n } second
   *[other] { $n } seconds
}
within-minutes = { $n ->
    [one] { $n } minute
   *[other] { $n } minutes
}
within-hours = { $n ->
    [one] { $n } hour
   *[other] { $n } hours
}
within-days = { $n ->
    [one] { $n } day
   *[other] { $n } days
}

## Calls of the time keeper

call-begins = byo-yomi begins: { $periods ->
    [one] { $periods } period
   *[other] { $periods } periods
}
call-seconds = { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
}
call-left = { $periods ->
    [one] { $periods } period left
   *[other] { $periods } periods left
}
call-last = { $seconds ->
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
    [7] seven
    [8] eight
    [9] nine
   *[10] ten
}

## The phases of a game

phase-waiting = waiting
phase-playing = playing
phase-paused = paused
phase-adjourned = adjourned
phase-scoring = scoring
phase-finished = finished

## Moves

move-play = move { $number }: { $colour } { $vertex }
move-pass = move { $number }: { $colour } passes

## What an event tells, one for each kind

event-created = the game is made
event-arrived = { $colour } has arrived
event-handicap = { $colour } places a handicap stone on { $vertex }
event-play = { $colour } { $vertex }
event-play-captures = { $colour } { $vertex }, { $stones ->
    [one] { $stones } stone is
   *[other] { $stones } stones are
} captured
event-pass = { $colour } passes
event-pass-stop = { $colour } passes: play stops
event-repeats = { $event }; the position after move { $ply } once more, occurrence { $occurrence }
event-repeats-start = { $event }; the position at the start once more, occurrence { $occurrence }
event-awaits-repetition = { $event }; play stops until a referee rules on the repetition
event-awaits-move_limit = { $event }; that was the last move before a referee rules
# The rules that refuse a play.
illegal-occupied = there is a stone
illegal-suicide = suicide
illegal-ko = ko
illegal-superko = a repeated position
event-illegal = { $colour } may not play { $vertex } ({ $rule })
event-illegal-pass = { $colour } may not play { $vertex } ({ $rule }): that counts as a pass
event-illegal-warn = { $colour } may not play { $vertex } ({ $rule }) and is warned
event-illegal-lose = { $colour } may not play { $vertex } ({ $rule }) and loses by it
event-stops = { $event }; play stops
event-resigned = { $colour } resigns
event-undo_requested = { $colour } asks to take back { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}
event-undo_answered = { $moves ->
    [one] { $moves } move was taken back
   *[other] { $moves } moves were taken back
}
event-undo_answered-no = { $colour } does not agree to take moves back
event-proposed = { $colour } asks for a pause
event-proposed-count = { $colour } asks to count
event-proposed-adjourn = { $colour } asks to adjourn
event-proposed-adjourn-until = { $colour } asks to adjourn until { $time }
event-proposed-go_on = { $colour } asks to go on
event-declined = { $colour } does not want that
event-paused = the game is paused; play goes on by itself in { $within } at the latest
event-went_on = play goes on
event-went_on-itself = the time for pauses is used up: play goes on
event-count_agreed = both agree to count: play stops
event-adjournment_agreed = the game is adjourned until { $time }; the side to move seals its move
event-sealed = { $colour } has sealed a move: the game is adjourned
event-unsealed = the game goes on with the sealed move: { $colour } { $vertex }
event-unsealed-pass = the game goes on with the sealed move: { $colour } passes
event-marked = { $colour } marks { $vertex } { $dead ->
    [yes] dead
   *[no] alive
} (revision { $revision })
event-accepted = { $colour } accepts the marks
event-resumed = { $colour } plays on
event-resumed-unconfirmed = nothing was confirmed in time: play goes on
event-resume_requested = { $colour } wants to play on
event-settled = nothing was confirmed or ruled in time: all stones count as alive
event-settled-repetition = nobody has ruled on the repetition in time
event-timed_out = the time of { $colour } has run out
event-overran = the time of { $colour } has run out
event-overran-pass = the time of { $colour } has run out: that counts as a pass
event-overran-penalty = the time of { $colour } has run out: one more period for one zi
event-cancelled = the game ends without a result
event-credited = { $colour } gets { $seconds } s back: the server was away
event-warned = { $colour } was warned: { $reason }
event-ruled = the referee has ruled: { $reason }
event-ruled-result = the referee has ruled: { $outcome } ({ $reason })
event-ruled-clocks = the referee has set the clocks ({ $reason })
event-ruled-taken_back = the referee has taken back { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
} ({ $reason })
event-ruled-forbidden = the referee has taken back the move that repeats; { $colour } may repeat no position any more ({ $reason })
event-ruled-edited = the referee has changed the position; play goes on from here ({ $reason })
event-ruled-restarted = the referee has begun the game anew ({ $reason })
event-ruled-suspended = the referee has suspended the game ({ $reason })
event-ruled-resumed = the referee lets the game go on ({ $reason })
event-with-text = { $event }: “{ $text }”

## Why a referee acted

reason-late = lateness
reason-cheating = cheating
reason-consulting = consulting
reason-talking = talking
reason-device = a device
reason-smoking = smoking
reason-disturbance = disturbance
reason-withdrawal = withdrawal
reason-ceremony = absence from a ceremony
reason-other = another reason

## What a referee is about to do

order-warn = warn { $colour }
order-lose = let { $colour } lose
order-lose-both = let both sides lose
order-adjudicate = end the game with the result { $result }
order-adjudicate_count = end the game with the count of the board as it stands
order-overturn = give the finished game the result { $result }
order-life_and_death = rule on life and death, and count the game
order-clocks = set the clocks
order-take_back = take back { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}
order-edit = change the position and let play go on
order-restart = begin the game anew
order-replay = end the game without a result, to be played again
order-colours_wrong = have the game begin anew with the other colours
order-suspend = suspend the game
order-resume = let the game go on
order-repetition-draw = rule on the repetition: a draw
order-repetition-no_result = rule on the repetition: no result
order-repetition-replay = rule on the repetition: no result, to be played again
order-repetition-forbid = rule on the repetition: take the move back and forbid its side to repeat
order-repetition-continue = rule on the repetition: let play continue

## What a game waits for

state-waiting = waiting for a player to arrive
state-placing = { $colour } places { $stones ->
    [one] { $stones } more handicap stone
   *[other] { $stones } more handicap stones
}
state-to_move = { $colour } to move
state-to_move-final = { $colour } to move; the next stop is final
state-undo = { $by } asks to take back { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}; { $colour } to move
state-finished = finished
state-paused = paused; play goes on by itself in { $within } at the latest
state-suspended = the referee has suspended the game, and lets it go on
state-awaits-repetition = the position has repeated itself: play stands until a referee rules
state-awaits-move_limit = the limit of moves is reached: play stands until a referee rules
state-adjourned = adjourned until { $time } at the latest
state-sealing = { $colour } seals a move
state-stopped = play has stopped: { $dead } (revision { $revision })
state-stopped-final = play has stopped for good unless both resume: { $dead } (revision { $revision })
state-dead = { $stones ->
    [0] no stones are marked dead
    [one] { $stones } stone is marked dead, small on the board
   *[other] { $stones } stones are marked dead, small on the board
}
state-accepts = { $state }, { $colour } accepts
state-resumes = { $state }, { $colour } wants to play on
state-seconds = { $state }; { $seconds } s left
