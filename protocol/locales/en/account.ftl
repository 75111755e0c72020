# Accounts, profiles, tokens, the way to the server, and bots.

## Why a command failed.

failure-not-logged-in = not logged in: { $why }
failure-engine = engine: { $why }
failure-seat-taken = another connection of this account plays game { $game } now
failure-interrupted = interrupted
failure-output-closed = the output is closed

## Accounts.

account-password = Password:{" "}
account-password-again = Again:{" "}
account-password-unreadable = the password cannot be read: { $why }
account-password-on-stdin = write the password on stdin, 1 to { $most } bytes
account-password-short = a password has { $least } bytes at least
account-passwords-differ = the two passwords differ
account-name = name '{ $name }': write { $least } to { $most } letters and digits of any script, - _ or .
account-there-already = profile '{ $profile }' is { $name } already; use --profile NAME, or --replace
account-logout-not-told = the login is forgotten here, but the server was not told: { $why }
account-is = { $name } ({ $account })
account-is-guest = { $name } ({ $account }, a guest)
account-is-now = { $name } ({ $account }), profile '{ $profile }' on { $server }

## Profiles and tokens.

profile-name = profile '{ $profile }': write 1 to { $most } of A-Z a-z 0-9 - _
profile-no-login = profile '{ $profile }' has no login here
profile-no-account = profile '{ $profile }' has no account on { $server }: try `tengen login` or `tengen guest`
profile-damaged = tengen: goes on without what the profile knows of servers: { $why }
profile-authority = { $why }; profile '{ $profile }' has that for { $server }: log in again with --ca FILE, or without --ca to forget it
token-anonymous = one is anonymous
token-given = TENGEN_TOKEN cannot be renewed
token-guest-ended = a guest's token has ended: try `tengen guest --replace`
token-login-ended = the login has ended: try `tengen login`
token-file-empty = { $file } is empty
token-id = token id '{ $id }': write it as `tengen token list` shows it
token-refused = the token was refused
token-renewed = the token was renewed
token-not-renewed = the token could not be renewed: { $why }
token-none-new = no new token: { $why }
token-bot = a bot needs an account

## Whose certificates are believed.

trust-too-large = { $size } bytes; { $most } are allowed
trust-no-certificate = there is no certificate in it (PEM)
trust-no-pem = not the PEM of certificates: { $why }
trust-no-end = a section does not end with a line -----END ...-----
trust-no-start = a -----BEGIN ...----- does not stand whole on a line of its own
trust-no-base64 = a section is not base64
trust-unreadable = it cannot be read

## The way to the server.

server-address = server '{ $server }': write it like http://HOST:PORT or https://HOST
reach-nobody = no server at { $server } ({ $why }); start one, or set --server
reach-no-connection = no connection to { $server }: { $why }
reach-stranger = what answers at { $server } is no Tengen server ({ $what })
reach-foreign-answer = its answer is not of this protocol
reach-refused = connection refused
reach-no-answer = no answer in time
reach-no-way = the network has no way to it
reach-no-host = there is no host of that name
reach-unknown-issuer = nobody trusted has issued its certificate ({ $why }); name a private authority with --ca
reach-untrusted = its certificate is not trusted ({ $why })
reach-speaks-http = this server may speak http: try { $address }
reach-speaks-https = this server may speak https: try { $address }
reach-cut = the connection was cut

## The connection.

connection-ended = the session has ended
connection-failed = the session has failed: { $why }
connection-lost = connection lost ({ $why })
connection-given-up = { $why }; given up
connection-trying-again = { $why }; trying again in { $seconds } s
connection-no-hello = the server did not answer hello
connection-silent = nothing was heard from the server
connection-closed = closed by the server
connection-closed-because = closed by the server ({ $why })
connection-closing = the server closes the connection: { $why }
connection-refused = { $server } refuses the connection ({ $status })
connection-stuck = the connection takes nothing more
connection-unreadable = a message of the server could not be read: { $why }
connection-not-understood = the server could not read a message: { $why }
connection-no-answer = the server did not say what was asked
connection-no-game = the server says nothing of game { $game } that can be understood; asking again

## Engines.

engine-refused = refused: { $why }
engine-ended = the engine has ended
engine-ended-so = the engine has ended ({ $how })
engine-late = no answer to '{ $command }' in { $seconds } s
engine-silent = it does not answer "{ $command }" within { $seconds } s: does it speak GTP (gnugo needs --mode gtp)?
engine-not-started = cannot start '{ $program }': { $why }
engine-not-found = cannot start '{ $program }': { $why }; is it on PATH?
engine-not-on-path = cannot start '{ $program }': { $why }; is it on PATH? There is { $path }
engine-no-pipes = the engine has no pipes
engine-talks = the engine writes without being asked
engine-long-answer = an answer is longer than { $most } bytes
engine-long-line = a line is longer than { $most } bytes
engine-no-move = '{ $answer }' is no move
engine-quote-open = a quote is not closed
engine-no-command = write the command that starts the engine
engine-option = --engine '{ $line }': { $why }
engine-is = engine: { $name }
engine-again = engine: { $why }; it is started again
engine-given-up = { $why }; given up after { $restarts } restarts
engine-square-only = it plays on square boards only, not on { $size }
engine-not-on-board = it does not play on a { $size } board
engine-not-on-board-because = it does not play on { $size }: { $why }
engine-refuses-move = engine: refuses { $colour } { $vertex } ({ $why }): the position is set anew
engine-takes-nothing = it takes neither the moves nor the position of the game
engine-no-file = a temporary file cannot be written: { $why }

## Bots.

bot-accept-as-it-is = --accept OFFER takes that offer as it is: leave its settings out
bot-game-first = game { $game }: unfinished, is played first
bot-game-over = game { $game }: { $result }
bot-game-waits = game { $game }: waits for the opponent
bot-game-begins = game { $game }: begins
bot-lost-move = game { $game }: the server has lost the move { $vertex }
bot-move-refused = game { $game }: { $vertex } was refused: { $why }
bot-plays-on = game { $game }: the marks are not the engine's: it plays on
bot-no-offer-yet = no offer yet: { $why }
bot-offer-open = offer { $offer }: open
bot-offer-again = offer { $offer }: has ended, it is made again
bot-offer-board = offer { $offer }: the engine does not play on { $size }
bot-offer-not-taken = offer { $offer }: { $why }
bot-waiting = waiting for an offer of somebody else

## What this machine says.

system-not-found = No such file or directory
system-denied = Permission denied
system-directory = Is a directory
system-no-directory = Not a directory
system-full = No space left on device
system-read-only = Read-only file system
system-no-text = it is not text in UTF-8
