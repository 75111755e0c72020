### What the client tells beside the game: the line mode, offers, lists.

## The sides below the board

board-side = { $letter } { $colour }: { $name }, captured { $captures }
board-side-passes = { $side } and { $passes } by passes of the opponent
board-side-time = { $side }, time { $time }
board-side-running = { $side }, time { $time } (running)

## A player at the board

seat-welcome = game { $game }: you play { $side ->
    [black] Black
   *[white] White
} against { $opponent }; type `help` to see what can be typed
seat-welcome-over = game { $game }: you played { $side ->
    [black] Black
   *[white] White
} against { $opponent }
seat-begins = both players are here: the game begins
seat-undo = type yes to let the moves be taken back, or no
seat-proposal = { $asked }: type yes or no
seat-seal = seal your move: type it as always, nobody sees it before the game goes on
seat-go-on = resume asks your opponent to go on
seat-opponent-away = your opponent has not arrived yet: the clocks stand
seat-place = your move: place a handicap stone
seat-move = your move
seat-stop = two passes: agree on the dead stones. `dead D4` marks a chain (dead stones are shown small, x and o), `alive D4` takes that back; `accept` when the marks are right; `resume` plays on. If you do not both accept within { $within }, play goes on.
seat-stop-final = two passes: agree on the dead stones. `dead D4` marks a chain (dead stones are shown small, x and o), `alive D4` takes that back; `accept` when the marks are right; `resume` asks to play on, and both must ask. If you do not both accept within { $within }, all stones count as alive.
seat-lost = the server has lost the move { $vertex }: look at the board
seat-taken = another connection of yours plays this game now; `seat` takes it back
seat-connected = connected again
seat-refused = { $typed }: { $refusal }
seat-not-here = the game is not here yet
seat-resign = resign this game? type yes or no

## Who leaves

leave-over = the game is over
leave-waiting = you leave before the game has begun; `tengen play { $game }` comes back
leave-scoring = you leave while the dead stones are agreed on; `tengen play { $game }` comes back
leave-paused = you leave; play goes on when the pause is over, `tengen play { $game }` comes back
leave-suspended = you leave; the game stands until the referee lets it go on, `tengen play { $game }` comes back
leave-adjourned = you leave; the game is adjourned, `tengen play { $game }` comes back
leave-no-clock = you leave; the game waits, `tengen play { $game }` comes back
leave-playing = you leave; the game and your clock go on, `tengen play { $game }` comes back
input-ended = the input has ended: { $farewell }
input-failed = stdin: { $error }
terminal-failed = terminal: { $why }
terminal-gone = the terminal has gone
signals-failed = signals: { $why }

## What is typed

typed-help =
    Q16              play there (a letter without I, then a row)
    pass             pass
    resign           resign; asks once more
    undo [N]         ask to take back N moves (default: back through your last one)
    pause            ask for a pause; resume asks to go on
    count            ask to stop and count
    adjourn [TIME]   ask to adjourn, until 2026-12-01 10:00 [ZONE] or 30 days at the latest
    seal D4          seal your move, once you have agreed to adjourn
    yes, no          answer a question
    dead D4          mark the chain there dead, after two passes
    alive D4         mark it alive again
    accept           accept the marks; when both do, the board is counted
    resume           play on instead of counting
    seat             play from here again, after another connection took over
    board            show the board again
    help             show this
    quit             leave; the game goes on, `tengen play` comes back
typed-unknown = '{ $typed }': write a vertex such as Q16, or help
typed-undo = undo '{ $typed }': write how many moves, such as undo 2
typed-not-resigned = not resigned
typed-opponent-answers = your opponent has to answer; `no` takes the request back
typed-nothing-asked = nothing was asked
typed-gone-on = what was asked before is not asked any more: look again, then answer
typed-asked-already = you have asked already; `no` takes the request back
typed-opponent-asks = your opponent asks to take moves back: answer yes or no
typed-opponent-proposes = your opponent has proposed something: answer yes or no
typed-adjourn = '{ $typed }': write a day and a time, such as adjourn 2026-12-01 10:00 Asia/Shanghai
typed-no-move = you have no move to take back
typed-nothing-to-accept = there is nothing to accept: dead stones are marked after two passes

## Offers and the way to a game

play-account = playing needs an account
play-several = several games of yours are in progress: say which, tengen play GAME
play-none = no game of yours is in progress: offer one (--offer) or accept one (--accept OFFER)
offer-open = offer { $offer } is open: waiting for somebody to accept
offer-withdrawn = offer { $offer } is withdrawn
offer-given-up = the offer is withdrawn
offer-input-ended = the input has ended: nobody could play here, so the offer is withdrawn
offer-waiting = waiting for somebody to accept; quit withdraws the offer
offer-not-begun = the game has not begun; quit withdraws the offer
offer-line = { $offer }  { $name }: { $terms }
offer-line-own = { $offer }  { $name } (yours): { $terms }
# A list of settings; the next one follows.
terms-and = { $terms }, { $next }

## Games

game-line = { $game }  { $black } (Black) - { $white } (White): { $size }, { $time }, { $state }
games-more = There may be more: --before { $before }
games-nobody = no player has this name or id
watch-private = this game is private and yours: watching takes your seat

## What a server should not answer

server-no-game = the server named no game
server-no-offer = the server gave no offer
server-other-answer = the server's answer is to something else than was asked
server-no-event = the server's log of { $game } has no event { $event }

## Ruling as a referee

referee-confirm = { $order } ({ $reason })? y for yes:
referee-gone-on = meanwhile the game has gone on: look again
referee-done = ruled in { $game }, event { $event }
referee-yes-needed = there is no terminal to ask on: say --yes
referee-unreadable = the answer could not be read: { $why }
