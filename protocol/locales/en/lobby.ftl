### The lobby of the full screen.

## Above the lists.

lobby-title = Tengen
lobby-connecting = connecting
lobby-connected = connected
lobby-disconnected = no connection: again in { $seconds } s
lobby-who = You are { $name }.
lobby-nobody = Not logged in: g makes you a guest, or leave and type: tengen login NAME
lobby-too-small = The terminal is too small: { $columns }x{ $rows } at least.

## The lists.

lobby-games-of-yours = Your games ({ $count })
lobby-offers = Open offers ({ $count })
lobby-games = Games to watch ({ $count })
lobby-no-games-of-yours = none in progress
lobby-no-offers = nobody offers a game
lobby-no-offers-make-one = nobody offers a game: n makes an offer
lobby-no-games = none is being played
lobby-not-read-yet = not read yet
lobby-board = Board
lobby-time = Time
lobby-state = State
lobby-rules = Rules
lobby-settings = Settings
lobby-handicap = Handicap
lobby-komi = Komi
lobby-colour = Your colour
lobby-black = { $name } (B)
lobby-white = { $name } (W)
lobby-yours = { $name } (yours)
lobby-rules-chinese = Chinese
lobby-rules-chinese-1988 = Chinese 1988
lobby-rules-aga = AGA
lobby-rules-new-zealand = New Zealand
lobby-rules-tromp-taylor = Tromp-Taylor

## Keys and what they do.

lobby-key-play = play on
lobby-key-watch = watch
lobby-key-take = take the offer
lobby-key-withdraw = withdraw the offer
lobby-key-guest = become a guest
lobby-key-new = new offer
lobby-key-next = next list
lobby-key-refresh = refresh
lobby-key-quit = quit
lobby-key-offer = offer it
lobby-key-field = field
lobby-key-value = value
lobby-key-back = back
lobby-key-give-up = withdraw the offer and leave

## Messages.

lobby-offered = Your offer is open: waiting for somebody to take it.
lobby-withdrawn = The offer is withdrawn.
lobby-another-began = Another game of yours has begun: { $game }.
lobby-log-in-first = That needs an account: g makes you a guest.
lobby-becoming-guest = Becoming a guest.
lobby-own-offer = That offer is your own: w withdraws it.
lobby-select-own-offer = Select an offer of yours first.

## The form of an offer.

lobby-form-title = A new offer
lobby-komi-usual = { $points } ({ $zi } zi), as usual
lobby-colour-black = Black
lobby-colour-white = White
lobby-colour-nigiri = drawn (nigiri)
lobby-hint-size = 9, 13, 19, or typed: 13x9; up to 25
lobby-hint-time = typed too: 30m+5x60s, 20m+25/10m, 10m+15s/move, 1h, none
lobby-hint-rules = what is counted and which repetitions are refused
lobby-hint-handicap = stones that Black gets before White moves
lobby-hint-komi = points that White gets; empty: as the rules say
lobby-hint-colour = needed with a handicap
lobby-wrong-size = No such board: write 1 to 25, such as 19 or 13x9.
lobby-wrong-time = No such time: write it like 10m+3x30s, 1h, 5s/move or none.
lobby-wrong-handicap = Write a number of stones, 0 for an even game.
lobby-wrong-komi = Write whole or half points, such as 7.5.
lobby-wrong-colour = With a handicap choose Black or White.

## An offer that waits.

lobby-waiting-title = Your offer is open
lobby-waiting = Waiting for an opponent: { $clock }
lobby-offer-gone = The offer is over: an hour has passed, or it was withdrawn elsewhere.
