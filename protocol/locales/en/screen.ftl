### The full screen: a game.

screen-loading = Game { $game } is on its way.

## Sides and clocks

screen-you = you
screen-captured = captured { $stones }
screen-captured-passes = captured { $stones } + { $passes }
screen-warned = { $count ->
    [one] warned once
   *[other] warned { $count } times
}
screen-no-repetition = may not repeat
screen-penalties = { $count } zi for overtime
screen-clock-main-periods = { $main } + { $periods }x{ $period }
screen-clock-periods = { $period }, { $periods ->
    [one] last period
   *[other] { $periods } periods
}
screen-clock-main-block = { $main } + { $stones } in { $block }
screen-clock-block = { $block } for { $stones ->
    [one] { $stones } move
   *[other] { $stones } moves
}

## Moves and the look back

screen-moves = Moves
# In the list of moves: at most 4 cells.
screen-pass = pass
screen-review = Looking back: move { $number } of { $moves }
screen-no-review = The moves that are known do not lead to this board: there is no look back.
screen-in-review = This is an earlier board: End goes back to the game.

## Marking dead stones

screen-marks = { $stones ->
    [0] No stones are marked dead
    [one] { $stones } stone is marked dead
   *[other] { $stones } stones are marked dead
} (revision { $revision })
screen-accepts = accepts
screen-accepts-not = has not accepted
screen-wants-on = wants to play on
screen-left = { $time } left to agree; then play goes on
screen-left-final = { $time } left to agree; then all stones count as alive
screen-marking = Enter marks the chain under the cursor dead or alive; F2 accepts, F3 plays on.
screen-marking-final = Enter marks the chain under the cursor dead or alive; F2 accepts; F3 asks to play on, both must.

## Questions

screen-ask-pass = Pass? Type yes or no.
screen-ask-undo = Ask to take back your last move? Type yes or no.
screen-ask-resign = Resign this game? Type yes or no.
screen-ask-accept = { $stones ->
    [0] Accept that all stones are alive?
    [one] Accept { $stones } dead stone as marked?
   *[other] Accept { $stones } dead stones as marked?
} Type yes or no.
screen-ask-resume = Play on instead of counting? Type yes or no.
screen-asked-undo = Your opponent asks to take back { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}. Type yes or no.
screen-asked = { $asked }. Type yes or no.
screen-gone-on = The game has gone on: look at it, and ask again.
screen-not-done = Not done.

## What was sent, and what came of it

screen-sent-pass = pass
screen-sent-resign = resign
screen-sent-undo = undo
screen-sent-answer = answer
screen-sent-proposal = proposal
screen-sent-seal = sealed move
screen-sent-dead = { $vertex } dead
screen-sent-alive = { $vertex } alive
screen-sent-accept = accept
screen-sent-resume = play on
screen-sent-seat = seat
screen-sent-say = say
screen-sent-mute = mute
screen-sent-other = command
screen-sending = Sent: { $what }
screen-refused = { $what }: { $why }

## What is told

screen-lost-moves = The server has lost your moves { $moves }: look at the board.
screen-went-back = The game went back meanwhile: it stands at move { $number }.
screen-connected = Connected again.
screen-lost = { $seconds ->
    [0] No connection: trying now
   *[other] No connection: next try in { $seconds } s
}
screen-seat = You play from elsewhere: type seat
screen-seat-taken = Another connection of yours plays this game now; type seat to play from here.
screen-seat-back = You play from here again.
screen-not-here-yet = The game is not here yet.
screen-over = The game is over.
screen-watching = You are watching: only players can do that.
screen-no-cursor = Move the cursor with the arrows, or type a vertex such as Q16.
screen-how-to-leave = Type quit to leave; the game goes on.

## Talk

screen-talk = Talk
screen-talk-unread = Talk: { $lines } new
screen-talk-line = { $name }: { $text }
screen-talk-line-channel = [{ $channel }] { $name }: { $text }
screen-talk-nobody = Only those who have an account can talk here.
screen-channel-players = players
screen-channel-spectators = spectators

## The keys, in the lowest line

screen-hint-play = Arrows+Enter play  F2 pass  F3 undo  F4 resign  [ ] back  Tab talk  F1 help
screen-hint-scoring = Arrows+Enter mark  F2 accept  F3 play on  F4 resign  [ ] back  Tab talk  F1 help
screen-hint-paused = Type resume to ask to go on  F4 resign  [ ] back  Tab talk  F1 help
screen-hint-review = [ ] a move  PgUp PgDn ten  Home first  End back to the game  F1 help
screen-hint-talk = Enter says it  Tab back to moves  Esc clear
screen-hint-asked = yes or no, then Enter; Esc is no
screen-hint-watch = [ ] look back  Tab talk  Esc leave  F1 help

## The help that lies over the screen

screen-help = Keys, and what can be typed
screen-help-close = Any key closes this.
screen-key-arrows = arrows
screen-does-walk = move the cursor
screen-key-enter = Enter, Space
screen-does-play = play at the cursor; after two passes mark its chain
screen-key-click = mouse
screen-does-click = a click puts the cursor, a second one there plays
screen-key-vertex = Q16, pass
screen-does-vertex = typed and Enter: play there, pass
screen-key-f2 = F2
screen-does-pass = pass; after two passes accept the marks
screen-key-f3 = F3
screen-does-undo = ask to take back; after two passes play on
screen-key-f4 = F4
screen-does-resign = resign
screen-key-yes = yes, no
screen-does-yes = answer a question; also undo, resign, accept, resume
screen-key-dead = dead D4
screen-does-dead = mark a chain; alive D4 takes it back
screen-key-brackets = [ and ]
screen-does-review = a move back and forth; the mouse wheel too
screen-key-pages = PgUp PgDn Home End
screen-does-pages = ten moves, the first, back to the game
screen-key-tab = Tab
screen-does-talk = talk instead of moves, and back
screen-key-say = say TEXT, mute NAME
screen-does-say = say it from here; hear NAME no more, unmute NAME again
screen-key-seat = seat
screen-does-seat = play from here, after another connection took over
screen-key-escape = Esc
screen-does-escape = close, clear, say no, end the look back
screen-key-quit = quit, Ctrl-C
screen-does-quit = leave; end the program (the game goes on)
