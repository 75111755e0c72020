### What referees see of a tournament's boards, and order there.

## What is the matter at a board

trouble-repetition = repetition: rule
trouble-move-limit = limit of moves: rule
trouble-final-stop = final stop: rule
trouble-suspended = suspended
trouble-long-scoring = counted for long
trouble-late = somebody is late
trouble-disconnected = connection lost
trouble-unread = could not be read
trouble-missing = not there yet
trouble-paused = paused
trouble-adjourned = adjourned
trouble-scoring = being counted
trouble-warned = warned
trouble-playing = played
trouble-left = { $time } left
trouble-for = for { $time }
trouble-absent = { $who }
trouble-absent-both = both

## The list of boards

console-no-boards = no board is open now
console-count = { $open ->
        [one] { $open } board is open
       *[other] { $open } boards are open
    }, to be looked at: { $troubled }
console-table = Table
console-state = State
console-time = Time
console-black = Black
console-white = White
console-moves = Moves
console-absent = Absent
console-game = Game

## All boards at once

console-suspend-all = suspend { $boards ->
        [one] { $boards } board
       *[other] { $boards } boards
    }
console-resume-all = let play go on at { $boards ->
        [one] { $boards } board
       *[other] { $boards } boards
    }
console-became = table { $table }, { $black } – { $white }: { $text }
console-done = done
console-became-all = done: { $done }; stood so already: { $stood }; failed: { $failed }

## The console

console-title = Referee: { $event }
console-matter = { $trouble }: { $absent }
console-keys = Orders
console-key-all = keys
console-key-open = open
console-key-suspend-all = suspend all
console-key-resume-all = all go on
console-key-result = result
console-key-more = people
console-people = About people and bouts
console-bout = Result of a bout
console-result = Result at table { $table }
console-not-there = The game of this board is not there yet.
console-own-game = You play in this game: another official must rule on it.
console-none-to-order = There is no board that it could be ordered at.
console-sending = It is being done ..
console-all-done = Done at { $done } boards.
console-all-failed = Done: { $done }; failed: { $failed }, table { $table } first: { $why }
console-asked = Done, event { $event } of the tournament.

## Orders at a board

deed-suspend = suspend
deed-resume = go on
deed-warn = warn
deed-lose = lose
deed-adjudicate = end it
deed-count = count
deed-life-and-death = life and death
deed-clocks = clocks
deed-take-back = take back
deed-edit = position
deed-restart = begin anew
deed-replay = play again
deed-overturn = overturn
deed-repetition = repetition
deed-colours-wrong = wrong colours

## Orders about people

ruling-exclude = Exclude
ruling-readmit = Readmit
ruling-reprimand = Reprimand in public
ruling-lower-prize = Lower the prize
ruling-ban = Ban

## What is asked before something is ordered

sheet-game = { $black } – { $white }
sheet-what = What
sheet-whom = Whom
sheet-who-loses = Who loses
sheet-both = both
sheet-result = Result: B+3.5, W+R, B+F, 0, Void, both_lose
sheet-ruling = Ruling
sheet-wrong-result = That is no result.
sheet-for = Why it ends
sheet-force-majeure = force majeure (more than 150 stones)
sheet-no-force-majeure = something else
sheet-dead = A stone of each dead chain (D4 Q16)
sheet-remove = Stones to take away (D4 Q16)
sheet-put-black = Points for black stones
sheet-put-white = Points for white stones
sheet-next = Who moves next
sheet-as-it-is = as it is
sheet-wrong-points = Write points with spaces between, as D4 Q16.
sheet-clock-black = Black's time: 20m, or 20m 5 with periods; - 5 for these alone; empty: as it is
sheet-clock-white = White's time, the same way
sheet-wrong-clock = Write a time as 20m or 1h30m, and behind it the periods if they change.
sheet-no-clock = Name the time of one side at least.
sheet-moves = How many moves, passes counted
sheet-wrong-moves = Write a number of moves.
sheet-until = Until when: 2027-12-01
sheet-wrong-until = Write a day, as 2027-12-01.
sheet-nobody = There is nobody to choose.
sheet-black-first = Points, Black first (f: forfeit)
sheet-first-first = Points, the side named first in the pairing first
sheet-again = it is played again
sheet-bout = Stage.round.table (1.2.3)
sheet-wrong-bout = Write stage, round and table with dots between, as 1.2.3.
sheet-reason = Reason
sheet-text = In your words; everybody reads them; may be empty
sheet-wrong-text = These words cannot be said: they are too long, or have characters that are not allowed.
sheet-question = { $order } ({ $reason })? y: yes, n: no
sheet-keys-question = y yes   n no   Shift+Tab back
sheet-keys-choice = Up/Down or 1-9 choose   Enter next   Esc back
sheet-keys-text = Enter next   Esc back
