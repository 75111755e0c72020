### The page in a browser.

page-title = Tengen
page-title-game = { $black } – { $white } · Tengen
page-title-turn = { $turn } · { $game }
page-title-your-move = ● Your move
page-skip = Skip to the content
page-unreachable = The server cannot be reached.

## The head

page-places = Pages
page-tournaments = Tournaments
page-link-connecting = connecting
page-link-down = No connection
page-link-next = { $seconds ->
    [0] trying now
   *[other] next try in { $seconds } s
}
page-game-began = Another game of yours has begun
page-challenged = { $name } challenges you
page-log-in = Log in
page-log-out = Log out
page-ask-log-out = Log out here?
page-still-logged-in = You are still logged in: { $why }
page-login-ended = Your login has ended.
page-account-changed = This browser is logged in as { $name } now
page-account = Log in
page-name = Name
page-password = Password
page-register = Register
page-guest = Play as a guest
page-guest-hint = Without an account:
page-cancel = Cancel
page-close = Close

## Settings

page-settings = Settings
page-language = Language
page-theme = Appearance
page-theme-auto = as the system
page-theme-light = light
page-theme-dark = dark
page-board-look = Board
page-board-wood = wood
page-board-plain = plain
page-confirm = Confirm moves
page-confirm-touch = when touched
page-confirm-always = always
page-confirm-never = never
page-sound = Sound of stones
page-calls = Read out the calls of byo-yomi

## The lobby

page-lobby = Lobby
page-own-games = Your games
page-live-games = Games to watch
page-finished-games = Finished games
page-no-games = No game is being played.
page-offers = Offers
page-no-offers = Nobody offers a game: offer one.
page-offer-waits = The game begins here by itself as soon as somebody accepts.
page-offers-log-in = Log in, or play as a guest, to see the offers and to make one.
page-new-offer = New offer
page-take = Play
page-take-of = Play: the offer of { $name }
page-withdraw = Withdraw
page-your-offer = Your offer
page-game-between = { $black } (Black) against { $white } (White)
page-state-moves = { $state }, { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}
page-offer-title = A new offer
page-offer = Offer
page-offer-size = Board
page-offer-time = Time
page-offer-rules = Rules
page-offer-colour = Your colour
page-offer-handicap = Handicap
page-offer-komi = Komi
page-offer-visibility = Who may see it
page-offer-undo = Undo may be asked for
page-even = even
page-offer-open = Your offer is open
page-offer-to-you = to you alone
page-offer-to-name = to { $name } alone
page-offer-to-one = to one person alone
page-challenge = Challenge
page-challenge-of = An offer to { $name }
page-offer-to = Opponent
page-anybody = anybody
page-presets = Often wanted
page-preset-blitz = { $size } blitz
page-preset-normal = { $size } normal
page-preset-slow = { $size } slow
page-other = another
page-width = Columns
page-height = Rows
page-time-typed = Time in short form
page-time-hint = 10m+3x30s, 20m+25/10m, 10m+15s/move, 1h, 30s/move, 3d/move or none
page-points = Komi in points
page-offer-fine = More about the rules
page-as-rules = as the rules say
page-komi-usual-of = rules: { $points } ({ $zi } zi)
page-offer-placement = Handicap stones
page-offer-ko = Ko
page-offer-suicide = Suicide
page-offer-compensation = For handicap stones
page-wrong-size = A board has 1 to 25 lines each way.
page-wrong-time = No such time: write it like 10m+3x30s.
page-wrong-colour = With a handicap choose Black or White.
page-wrong-komi = Whole or half points, at most 999.5.
page-nobody = There is nobody of that name.

## Games that ended

page-all-finished = All finished games
page-games-of = Games of { $name }
page-archive = Finished games
page-result = Result
page-date = Date
page-none-found = No such game has ended.
page-any = any
page-search-player = Player
page-search-opponent = Against
page-result-won = won by the player
page-result-lost = lost by the player
page-result-other = neither
page-record = Record
page-sgf-of = SGF: { $black } – { $white }
page-more = More
page-searching = Searching …
page-shown-more = { $count ->
    [one] { $count } game
   *[other] { $count } games
} so far.
page-shown-all = { $count ->
    [one] { $count } game
   *[other] { $count } games
} in all.
page-nobody-either = There is nobody of one of these names.
page-has-ended = This account has ended; its games are still here.
page-is-guest = Guest
page-since = Here since { $date }
page-record-of = { $finished ->
    [one] { $finished } game
   *[other] { $finished } games
}: { $won } won, { $lost } lost, { $other } neither
page-games-now = Games in progress
page-games = Player and games

## A game

page-game = Game
page-loading = The game is on its way.
page-about = About this game
page-sgf = Download SGF
page-copy-link = Copy the link
page-share = Share
page-link-copied = The link is copied.
page-you = you
page-captured = captured { $stones }
page-captured-passes = captured { $stones } + { $passes }
page-warned = { $count ->
    [one] warned once
   *[other] warned { $count } times
}
page-no-repetition = may not repeat
page-penalties = { $count } zi for overtime
page-not-here = not here yet
page-periods = { $periods ->
    [one] last period
   *[other] { $periods } periods
}
page-then-periods = + { $periods } × { $time }
page-stones = { $stones ->
    [one] for { $stones } move
   *[other] for { $stones } moves
}
page-then-stones = + { $stones } in { $time }
page-your-move = Your move
page-your-move-passed = { $colour } has passed: your move
page-play-again = Play again
page-to-lobby = To the lobby
page-pass = Pass
page-undo = Undo
page-ask = Ask …
page-ask-title = Ask your opponent
page-pause = Ask for a pause
page-pause-hint = Clocks stand until you both go on, for { $time } at most.
page-count = Ask to count
page-count-hint = Play stops as after two passes, and dead stones are marked.
page-adjourn = Ask to adjourn
page-adjourn-hint = The side to move seals its move, which nobody sees. The game goes on when you both agree, or at the time that you set.
page-adjourn-until = The game goes on at (without a time: in 30 days)
page-adjourn-time = Ask for another time
page-go-on = Ask to go on
page-proposal-agree = Agree
page-proposal-decline = Decline
page-proposal-withdraw = Withdraw the request
page-seal = Seal your move: the point that you choose is shown to nobody
page-seal-there = Seal { $vertex }
page-seal-pass = Seal a pass
page-left-pause = Play goes on by itself in { $time } at the latest.
page-undo-allow = Allow
page-undo-refuse = Refuse
page-undo-withdraw = Withdraw the request
page-asked-undo = Your opponent asks to take back { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}.
page-resign = Resign
page-question-pass = Pass?
page-question-resign = Resign this game?
page-play-there = Play { $vertex }
page-seat-taken = You play this game in another window.
page-take-seat = Play here
page-sent-later = { $what }: it is sent as soon as there is a connection.
page-refused = { $what }: { $why }
page-nudge = Move the stone that is chosen
page-nudge-left = One line to the left
page-nudge-right = One line to the right
page-nudge-up = One line up
page-nudge-down = One line down
page-lost-moves = The server has lost your moves { $moves }: look at the board.
page-refusal-not_a_player = only its players can do that
page-refusal-in_scoring = play has stopped after two passes: mark the dead stones, or play on

## Dead stones

page-marks = { $stones ->
    [0] No stones are marked dead
    [one] { $stones } stone is marked dead
   *[other] { $stones } stones are marked dead
} (revision { $revision }).
page-marks-hint = { $marks } Press a chain to mark it dead or alive.
page-marks-accepted = { $marks } You have accepted; your opponent has not yet.
page-accept = Accept the marks
page-accepts = accepts
page-wants-on = wants to play on
page-resume = Play on
page-ask-resume = Ask to play on
page-left = { $time } to agree, then play goes on.
page-left-final = { $time } to agree, then all stones count as alive.

## Looking back

page-moves = Moves
page-no-moves = No moves yet.
page-review = Look back
page-first = Start of the game
page-back = A move back
page-forth = A move on
page-live = Back to the game
page-move-of = move { $number } of { $moves }

## For those who hear the board

page-board = Board { $width } by { $height }. Arrows move, Enter plays, L says the liberties, [ and ] look back and forth.
page-point-empty = { $vertex }
page-point = { $vertex } { $colour }{ $what ->
    [last] , last move
    [dead] , dead
   *[stone] {""}
}
page-liberties = { $vertex }: { $stones ->
    [one] { $stones } stone
   *[other] { $stones } stones
}, { $liberties ->
    [one] { $liberties } liberty
   *[other] { $liberties } liberties
}

## Talk

page-talk = Talk
page-say = Say something
page-send = Send
page-talk-nobody = Log in to talk.
page-channel-players = players
page-channel-spectators = spectators
page-mute = Mute
page-mute-hint = Who is muted is not heard any more, in any game, until you take it back.
page-muted = Muted: { $count }
page-unmute = Hear again
page-unmute-of = Hear again: { $name }
