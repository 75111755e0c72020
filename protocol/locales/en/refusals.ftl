### Why a command was refused, by its code.

## By code alone

refusal-occupied = there is a stone on that point already
refusal-off_board = that point is not on this board
refusal-suicide = that stone would have no liberty: suicide is not allowed
refusal-ko = ko: that point may not be retaken yet
refusal-superko = that would repeat an earlier position
refusal-not_your_turn = it is not your turn
refusal-pass_while_placing = the handicap stones must be placed first
refusal-late = the time of the side to move was up
refusal-no_such_game = there is no such game, or it is not open to you
refusal-not_a_player = you do not play in this game; use `tengen watch`
refusal-not_joined = this connection does not follow the game
refusal-seat_taken = another connection of yours plays this game
refusal-game_over = the game is over
refusal-not_started = the game has not begun: a player has not arrived yet
refusal-in_scoring = play has stopped after two passes: mark dead stones and accept, or `resume` to play on
refusal-not_in_scoring = only after two passes, while dead stones are marked
refusal-no_stone = there is no stone on that point
refusal-already_marked = that chain is marked so already
refusal-already_done = you have done that already
refusal-stale_marks = the marks have changed: look at them again
refusal-stale = the game has gone on meanwhile: look at the board
refusal-rollback = the server has lost the last moves: look at the board
refusal-id_reused = the server mistook this for another command
refusal-paused = the game is paused: ask to go on
refusal-adjourned = the game is adjourned: ask to go on, or wait
refusal-not_paused = the game is neither paused nor adjourned
refusal-pause_off = there is no time left for pauses in this game
refusal-adjourn_off = only a game with a live clock is adjourned
refusal-seal_move = an adjournment is agreed on: the side to move seals its move
refusal-not_sealing = no adjournment is agreed on: play openly
refusal-bad_resume_at = the game cannot go on at that time: from now to a year ahead
refusal-undo_off = undo is not allowed in this game
refusal-no_such_moves = there are not so many moves to take back
refusal-already_requested = that was asked for already: answer yes or no, or wait for the answer
refusal-no_request = nothing was asked for
refusal-game_limit = a limit of this game is reached: only what ends it is possible
refusal-not_now = that ruling does not fit the game as it stands
refusal-ruling_moves = for force majeure a game is adjudicated only after more than 150 stones
refusal-bad_clock = the clock cannot be set so
refusal-no_such_offer = there is no such offer any more, or it is not for you
refusal-own_offer = that offer is your own
refusal-bad_terms = the offer does not fit together
refusal-too_many = too many
refusal-not_supported = that is not supported
refusal-muted = the operator of this server does not let you talk
refusal-talk_off = there is no talk on this server
refusal-bad_text = that cannot be said
refusal-talk_full = nothing more can be said here: this channel of the game is full
refusal-bad_message = the server did not understand
refusal-too_large = the message is too large
refusal-hello_first = the server wants hello first, and once
refusal-unauthorized = the token is missing, wrong, expired or revoked
refusal-forbidden = this account may not do that
refusal-rate_limited = too fast
refusal-too_many_joined = too many games are followed on this connection
refusal-slow_reader = this connection did not keep up
refusal-silent = nothing was heard from this connection
refusal-going_away = the server is going down, or is full
refusal-unavailable = the server's store does not answer
refusal-unreadable = the server cannot read this game
refusal-internal = the server has failed; its log says how
refusal-name_taken = that name is taken, or looks like one that is
refusal-bad_name = that name is not allowed
refusal-bad_password = that password is not allowed
refusal-bad_login = wrong name or password
refusal-not_found = there is no such thing
refusal-bad_request = a part of the request is wrong

## The same where the parameters say more

refusal-superko-start = that would repeat the position at the start of the game
refusal-superko-move = that would repeat the position after move { $ply }
refusal-stale_marks-now = the marks have changed (revision { $revision }): look at them again
refusal-not_your_turn-now = it is { $colour }'s turn
refusal-pass_while_placing-left = place { $stones ->
    [one] { $stones } more handicap stone
   *[other] { $stones } more handicap stones
} first
refusal-no_such_moves-none = there is no move to take back
refusal-no_such_moves-most = at most { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
} can be taken back
refusal-not_supported-rules = the server does not have these rules; it has { $rules }
refusal-muted-for = the operator of this server does not let you talk for { $time }
refusal-rate_limited-after = too fast: try again in { $seconds } s
# With what is limited, or with the cause; with the server's own words only where they quote a place.
refusal-because = { $refusal }: { $why }

## What is limited

limit-most = { $what }: at most { $max }
limit-given = { $what }: at most { $max }, not { $given }
limit-range = { $what }: { $given } does not fit, from { $min } to { $max }
limit-between = { $what }: from { $min } to { $max }
limited-main = main time
limited-periods = byo-yomi periods
limited-period = a byo-yomi period
limited-stones = moves of a block
limited-block = a block
limited-increment = the increment
limited-cap = the cap of the clock
limited-pauses = time of all pauses
limited-resume_at = when the game goes on
limited-simple = time for a move
limited-correspondence = time for a move by correspondence
limited-handicap = handicap stones on this board
limited-moves = moves that can be taken back
limited-events = events of a game
limited-marks = changes of marks in a game
limited-requests = requests of a player in a game
limited-rulings = rulings in a game
limited-open_offers = open offers of an account
limited-all_offers = open offers of all together
limited-games = games in progress of an account
limited-joined = games followed by a connection
limited-lines = lines in a channel of a game
limited-muted = accounts that an account mutes
limited-line_characters = characters of a line
limited-name_characters = characters of a name
limited-name_bytes = bytes of a name
limited-password_bytes = bytes of a password
limited-label_characters = characters of a label
limited-token_days = days that a token is good for
limited-tokens = named tokens of an account
limited-sockets = connections of an account
limited-played = stones played
limited-referees = referees of a game
limited-page = entries of one answer

## Causes, where a code has several

why-empty = it says nothing
why-too_short = it is too short
why-too_long = it is too long
why-control_characters = it has control, direction or zero-width characters
why-symbols = only letters, digits, '-', '_' and '.' can be in it, no spaces
why-marks = it has too many marks on one letter
why-edges = it must begin and end with a letter or a digit
why-mixed_scripts = it mixes scripts that are easily taken for one another
why-mixed_directions = it is written from right to left and must not mix directions
why-reserved = it is reserved
why-out_of_range = a number is out of its range
why-nigiri_with_handicap = with a handicap choose black or white: colours are drawn in even games only
why-same_player = nobody plays against himself
why-mutes_oneself = nobody mutes himself
why-unknown_role = there is no such role
why-stored_in_redis = everything is in Redis: back up the files of Redis
why-malformed = the server does not know it
why-body = its body has a mistake
why-content_type = its body is not said to be JSON
why-slow_body = its body came too slowly
why-query = what stands behind the "?" has a mistake
why-method = the path does not take this method
why-subprotocol = the server does not speak this version of the protocol
why-handshake = it is no WebSocket handshake
