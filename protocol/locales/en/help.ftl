# Made of the definition of the command line by its tests (TENGEN_UPDATE=1).

help-tengen = Play Go on a Tengen server, watch, or run a bot
help-any-server = Address of the server [default: the profile's, else http://127.0.0.1:9191]
help-any-profile = Who you are: a named login on this machine
help-any-ca = A file with an authority (PEM) whose certificates are believed beside the machine's; kept with a login, until one without it
help-any-json = One JSON object a line on stdout
help-any-language = The language that you are spoken to in: en, zh-Hans, zh-Hant [default: this machine's, else en]
help-any-ascii = Draw boards, frames and fractions in ASCII
help-any-lines = Print lines instead of a full screen: for screen readers
help-any-bell = Ring the terminal's bell when it is your turn or time runs out (full screen)
help-any-help = Print help
help-tengen-version = Print version
help-tengen-after =
    Examples:
      tengen                                       the lobby: who offers a game, what is played
      tengen guest                                 become a guest and be known as such from now on
      tengen play --offer --size 9 --time 10m      offer a game and play it here
      tengen --profile friend guest                a second player on the same machine
      tengen offers                                who wants to play?
      tengen play --accept OFFER                   play with one of them
      tengen play                                  go on with the game in progress
      tengen watch GAME                            watch a game
      tengen bot --engine "gnugo --mode gtp --chinese-rules" --accept
                                                   let an engine take the next open offer
      TENGEN_TOKEN_FILE=bot.token tengen bot --engine "katago gtp" --offer --time 10m+5x30s --games 3

    Data is written to stdout, messages to stderr. With --json each line of stdout is one JSON object.
    Colours appear on a terminal only, and never when NO_COLOR is set.

    Whose token is used: TENGEN_TOKEN, else the file named by TENGEN_TOKEN_FILE, else the profile.
    Profiles are kept in the user's configuration directory (tengen/NAME.toml, readable by you alone).

    Exit codes:
      0    done
      1    refused by the server, or something of this machine failed
      2    the command line makes no sense
      3    the server cannot be reached
      4    not logged in, or the login has ended
      5    the engine does not start, or fails again and again
      6    another connection of this account plays the game
      130  interrupted
help-register = Make an account; the password is asked for, or read from stdin
help-register-name = Its name, 2 to 24 characters of any script
help-any-replace = Replace the login that the profile has; of a guest nothing is left then
help-login = Log in; the password is asked for, or read from stdin
help-login-name = The account's name
help-guest = Become a guest: an account without a name of its own choice
help-guest-print = Print the token of a new guest and touch no profile: for a bot or another machine
help-logout = Log out: forget the login on this machine and end it on the server
help-whoami = Say who you are
help-token = Named tokens, for bots and other machines
help-token-make = Make a token and print it; it is never shown again
help-token-make-label = What it is for
help-token-make-days = Days until it ends, 1 to 400 [default: 90]
help-token-list = List tokens
help-token-revoke = Revoke a token; its connections are closed
help-token-revoke-id = Its id, as `tengen token list` shows it
help-offer = Offer a game, to be played later with `tengen play`
help-any-size = Board: 19, or 13x9 for 13 columns and 9 rows; up to 25
help-any-time = Time: 30m+5x60s (byo-yomi), '2h(5x60s)' (in quotes), 20m+25/10m (Canadian), 10m+15s/move (Fischer), 1h, 5s/move, 3d/move, none
help-any-rules = Rules: chinese, chinese-1988, aga, new-zealand, tromp-taylor
help-any-komi = Komi in points [default: that of the rules; 0 with a handicap]
help-any-handicap = Handicap stones
help-any-free-placement = Black places the handicap stones where he likes
help-any-colour = Your colour; needed with a handicap
help-any-colour-black = You play Black
help-any-colour-white = You play White
help-any-colour-nigiri = The server draws
help-any-ko = Ko setting other than that of the rules
help-any-ko-positional = No board twice
help-any-ko-situational = No board twice with the same side to move
help-any-ko-simple = Only the immediate recapture
help-any-ko-referee = A referee rules on balanced cycles (triple ko)
help-any-suicide = Suicide setting other than that of the rules
help-any-suicide-no = Never
help-any-suicide-multi = Two or more
help-any-no-undo = No move can be taken back
help-any-pauses = How long all pauses together may last, as 30m; 0 for none
help-any-visibility = Who may watch
help-any-visibility-public = Everybody
help-any-visibility-unlisted = Whoever knows the game's id
help-any-visibility-private = The players
help-any-to = The one account that may accept: its id, which `tengen whoami` prints in brackets, not its name
help-offers = List open offers; your own are marked
help-withdraw = Withdraw an offer of yours
help-any-offer = The offer, as `tengen offers` lists it
help-accept = Accept an offer, to be played later with `tengen play`
help-games = List games, newest first
help-games-mine = Only your own that are not finished
help-games-player = Only games of this player: a name, or an account's id
help-games-opponent = Only games that both played: the other player's name or id
help-games-finished = Only finished games; the one that ended last comes first
help-games-result = Only finished games that the player won or lost, or that were drawn or void (other)
help-games-size = Only games on this board: 19, or 13x9 for 13 columns and 9 rows
help-games-before = Go on where a list of finished games ended: with what it named at its end
help-games-limit = At most so many, 1 to 200 [default: the server's, 50]
help-sgf = Print the record of a game; show or check a record in a file
help-any-game = The game
help-sgf-after =
    Examples:
      tengen sgf GAME > game.sgf          keep the record
      tengen sgf GAME --json | jq -r .sgf the same for a program
      tengen sgf show game.sgf --move 50  the board of a record after 50 moves
      tengen sgf check game.sgf           whether its moves are legal
help-sgf-show = Show a record: what is said of the game, and the board
help-any-file = The file; - is stdin
help-any-which = Which game of the file, from 1
help-any-encoding = Its encoding, whatever it says itself: UTF-8, GB18030, Big5, Shift_JIS ..
help-sgf-show-number = The board after so many moves, passes counted [default: all]
help-sgf-show-after =
    Examples:
      tengen sgf show game.sgf             what is said of the game, and the board at its end
      tengen sgf show game.sgf --move 50   the board after 50 moves, passes counted
      tengen sgf GAME | tengen sgf show -  a game of the server

    Records of other programs are read as far as they can be; what was odd is told on stderr.
help-sgf-check = Check a record: whether its moves are legal, and what its end counts
help-sgf-check-rules = Rules: chinese, chinese-1988, aga, new-zealand, tromp-taylor [default: those that the record names, else chinese]
help-sgf-check-dead = A stone of each dead chain, with spaces between: the area is counted without them [default: the stones in the territory of the other side that the record marks]
help-sgf-check-after =
    Examples:
      tengen sgf check game.sgf                         under the rules that it names
      tengen sgf check game.sgf --rules aga --ko simple under others
      tengen sgf check game.sgf --dead "D4 Q16"        count it without the chains on D4 and Q16
      tengen sgf check game.sgf --dead ""              count it, no stone is dead

    The exit code is 0 when all moves are legal, else 1. The result of the count does not change it.
help-watch = Watch a game until it is finished
help-watch-snapshot = With --json: print snapshots too, as they came
help-watch-after =
    Examples:
      tengen watch GAME                    the board after each move
      tengen watch GAME --json             each event as one line, as it comes
      tengen watch GAME --json --snapshot  first the game as it stands, then events

    With --json a game in progress gives the events from now on: who comes in the middle sees what was
    before in --snapshot, or over HTTP. A finished game gives its whole log, from event 1.
help-say = Say something beside a game: to the players if you play it, else to those who watch; to all when it is over
help-say-text = What to say, up to 300 characters
help-say-channel = To whom: players or spectators [default: before the end the only one that is open to you]
help-mute = Hear no more what an account says, in any game
help-any-who = Whom: @ and the account's id; or its name, if you have muted it or name a game
help-any-beside = Look for the name among those who play this game or talk beside it
help-unmute = Hear again what an account says
help-referee = Rule in a game, or watch over the boards of a tournament, as a referee
help-referee-of = The game that the order is for; of the console and of orders to all boards the tournament
help-referee-after =
    Examples:
      tengen referee GAME warn black --reason talking
      tengen referee GAME lose both --reason cheating --text "the game was arranged"
      tengen referee GAME adjudicate B+3.5 --reason other --text "power cut"
      tengen referee GAME count --dead "D4 Q16" --reason other
      tengen referee GAME overturn W+F --reason consulting
      tengen referee GAME clocks --black-main 20m --black-periods 5 --reason other
      tengen referee GAME take-back 2 --reason other
      tengen referee GAME suspend --reason other --text "power cut"
      tengen referee GAME repetition draw --reason other
      tengen referee GAME edit --remove "D4" --white "D5" --to-move black --reason other --yes
      tengen referee EVENT                                  the console: boards in trouble first
      tengen referee EVENT boards                           the same as lines, --json for programs
      tengen referee EVENT suspend-all --reason other --text "power cut"

    An order about the position (count, take-back, edit ..) is refused if a move was made since the game was
    shown to you, every order if another one was given since. It is kept in the game's log for good, with
    your account, the reason and the text, and told to the players and to everybody who watches.
help-referee-warn = Warn a side: one zi in the count; the second warning loses the game
help-referee-warn-side = Whom
help-any-reason = Why: late, cheating, consulting, talking, device, smoking, disturbance, withdrawal, ceremony, other
help-any-text = Why, in your words, up to 300 characters; everybody reads them
help-any-yes = Do not ask whether it is to be done
help-referee-lose = Let a side lose, or both
help-referee-lose-side = Who loses
help-referee-adjudicate = End the game with a result
help-any-result = The result: B+3.5 (points), B+R, B+T, B+F, the same for W, 0 (draw), Void, both_lose
help-any-not-force-majeure = It is not for force majeure: fewer than 151 stones may have been played
help-referee-count = End the game with the count of the board as it stands
help-any-dead = A stone of each dead chain, with spaces between
help-referee-overturn = Give a finished game another result
help-referee-life-and-death = Rule at a final stop which stones are dead; the game is counted
help-referee-clocks = Set clocks; what is not named stays
help-any-black-main = Black's main time, as 20m or 1h30m; 0 for none
help-any-black-periods = Black's byo-yomi periods
help-any-white-main = White's main time
help-any-white-periods = White's byo-yomi periods
help-referee-take-back = Take back moves
help-referee-take-back-moves = How many, passes counted
help-referee-edit = Change the stones on the board and let play go on
help-referee-edit-remove = Stones to take away, with spaces between
help-referee-edit-black = Points for black stones, with spaces between
help-referee-edit-white = Points for white stones, with spaces between
help-referee-edit-to-move = Who moves next [default: whose turn it is]
help-referee-restart = Begin the game anew with full clocks; warnings stay
help-referee-replay = End the game without a result, to be played again
help-referee-colours-wrong = Have the game begin anew with the other colours: up to the tenth stone
help-referee-suspend = Let play stand still, clocks too
help-referee-resume = Let suspended or paused play go on
help-referee-repetition = Rule on a repetition for which play has stopped
help-referee-repetition-ruling = How
help-referee-repetition-ruling-draw = A draw
help-referee-repetition-ruling-no-result = No result
help-referee-repetition-ruling-replay = No result, to be played again
help-referee-repetition-ruling-forbid = The move is taken back, and its side may repeat no position any more
help-referee-repetition-ruling-continue = Play goes on, until the position comes about once more
help-referee-boards = List the boards of a tournament, those in trouble first
help-referee-suspend-all = Let play stand still at all boards of a tournament: a power cut
help-referee-resume-all = Let play go on at all boards of a tournament that a referee has suspended
help-tournament = Tournaments: make one, take part, see pairings and standings, rule
help-tournament-after =
    Examples:
      tengen tournament presets                                what one can begin from
      tengen tournament create "Club open" --preset chinese-2002 --rounds 5
      tengen tournament import T players.csv --check           is the list in order?
      tengen tournament enter T --rank 3d                      take part
      tengen tournament draw T --by rating
      tengen tournament start T
      tengen tournament pair T --begin
      tengen tournament pairings T
      tengen tournament result T 1.1.3 2:0                     stage 1, round 1, table 3: Black has won
      tengen tournament standings T --crosstable
      tengen tournament explain T "Li Ming"                    why he has this place
      tengen tournament export T --format h9 -o open.h9

    T is the tournament's id, as `tengen tournament list` shows it. An entry is its number or its name. A
    result is written as points of the event, Black first: 2:0, 1:1, 0:2, 0:0, with an f behind it when nobody
    played for it. What an official orders is kept for good with his account, the reason and his words.
help-tournament-create = Make a tournament, as its organiser
help-tournament-create-name = What people call it
help-tournament-create-preset = Settings to begin from, as `tengen tournament presets` lists them
help-tournament-create-file = Settings from a file with JSON, as --print writes them; what else is said replaces them
help-any-description = Place, fees: what else people should know
help-any-prizes = The prize of the next place of the last stage, once for each from the first on
help-any-rounds = Rounds of the Swiss stage
help-any-system = The one stage: swiss:5, round-robin:2, elimination:1, swiss-elimination:2
help-any-stages = A stage, once for each in their order: elimination:1,best-of-3,first:8
help-any-order = What places of Swiss and round-robin stages are decided by, with commas between: points, total, sos, sos-without-extremes, sodos, sosos, beaten-opponents, warnings, direct-encounter, wins, wins-with-white, board-points, board-wins, wins-on-board:1; also unplayed:own, none or half, highest:twice-rounds or best-actual
help-any-bout = What a bout is made of: game, best-of-3, boards:5, win-and-continue, or win-and-continue:both-out, where a draw puts both out
help-any-pace = When rounds begin: by-hand, at-once, at-once:5m after the one before, or at:TIME,TIME ..
help-any-zone = The time zone of these times by its IANA name [default: this machine's]
help-any-lateness = What lateness costs
help-any-lateness-doubled = Twice the lateness comes off the main time; more than an hour loses
help-any-lateness-quarter-hour = More than 15 minutes loses
help-any-lateness-none = The clock runs, nothing else
help-any-unruled-repetition = What a repetition is on which nobody rules
help-any-unruled-repetition-no-result = No result
help-any-unruled-repetition-draw = A draw
help-any-move-limit = After so many moves a referee rules; 0 for no limit
help-any-illegal-move = What becomes of a play that the rules refuse: on a stone, suicide, ko, repetition
help-any-illegal-move-reject = It is refused, and the side plays another move
help-any-illegal-move-pass = It counts as a pass
help-any-illegal-move-warn = It is warned: one zi, and the second loses
help-any-illegal-move-lose = It loses the game
help-any-overtime = What becomes of a side whose time has run out; other than lose only with byo-yomi
help-any-overtime-lose = It loses
help-any-overtime-pass = Its move is a pass, and its last period is full again
help-any-overtime-penalty = It gets one more period for one zi, twice at most
help-any-teams = Entries are teams
help-any-entering = Who may enter
help-any-entering-open = Everybody enters himself
help-any-entering-organiser = Organisers enter people
help-any-entry-limit = Most entries
help-any-organisers = One more organiser, by name or id; once for each
help-any-referees = One more referee, by name or id; once for each
help-any-elsewhere = Games are not played on this server: results are announced
help-any-print = Print the settings as JSON and send nothing
help-tournament-create-after =
    Examples:
      tengen tournament create "Club open" --preset chinese-2002 --rounds 5 --time 30m+5x30s
      tengen tournament create Bots --preset cgos --size 9 --pace at-once:10s
      tengen tournament create Cup --stage swiss:7 --stage elimination:1,best-of-3,first:8
      tengen tournament create League --system round-robin:2 --pace "at:2026-12-05 10:00,2026-12-12 10:00" \
             --zone Asia/Shanghai
      tengen tournament create Teams --teams --system round-robin:1 --bout boards:5 --elsewhere
      tengen tournament create Cup --preset uec --print > cup.json
      tengen tournament create Cup --settings cup.json

    Systems: swiss:ROUNDS, round-robin:LAPS, elimination:LOSSES, swiss-elimination:LOSSES. Bouts: game,
    best-of-3, boards:5, win-and-continue. Behind the system of a --stage stand, with commas between, its bout,
    first:N (who comes from the stage before), carry (they bring their points), draws:stands or draws:replay.
help-tournament-change = Change settings: everything before the start, later a few; what is not said stays
help-any-tournament = The tournament
help-any-name = Another name
help-tournament-change-file = Settings from a file with JSON, as --print writes them; what else is said replaces them
help-tournament-presets = List settings that one can begin from
help-tournament-list = List tournaments, newest first
help-tournament-list-phase = Only those that are there
help-tournament-list-before = Go on where a list ended: with what it named at its end
help-tournament-list-limit = At most so many, 1 to 200 [default: 50]
help-tournament-show = Show a tournament: its settings, officials, and how far it is
help-tournament-enter = Enter oneself; as an organiser somebody else
help-tournament-enter-name = The name on lists [default: your own]
help-tournament-enter-account = The account that plays, its name or id, as an organiser for somebody else
help-tournament-enter-myself = As an organiser: you play yourself
help-any-rank = Rank: 30k to 1k, 1d to 9d, 1p to 9p
help-any-rating = Rating
help-any-club = Club or team
help-any-seed = Seed number, as an organiser
help-tournament-enter-from-round = The first round in which he may be paired [default: the next]
help-tournament-enter-team = A member of a team, once for each, substitutes last: NAME, or NAME=ACCOUNT
help-tournament-entries = List who is entered
help-tournament-entries-csv = As a list that can be imported
help-tournament-import = Enter a list, all or none, as an organiser
help-tournament-import-file = The list as CSV: the first line names the columns; - is stdin
help-tournament-import-check = Only say whether the list is in order
help-tournament-edit = Change an entry, as an organiser
help-any-entry = The entry: its number or its name
help-tournament-edit-account = The account that plays, its name or id
help-tournament-edit-team = All members of the team anew, once for each, substitutes last: NAME, or NAME=ACCOUNT
help-tournament-edit-clear = What is taken away
help-tournament-withdraw = Withdraw, oneself or as an official somebody else
help-tournament-withdraw-entry = The entry: its number or its name [default: your own]
help-tournament-exclude = Exclude somebody, as an official
help-tournament-readmit = Let somebody be paired again who had left, as an official
help-tournament-line-up = Say who plays for a team from the next bout on
help-tournament-line-up-members = Members by their number in the team's list, in the order of the boards
help-tournament-line-up-absent = Those of them who are not there and forfeit
help-tournament-member-leaves = Say that a member of a team leaves
help-tournament-member-leaves-member = The member's number in the team's list
help-tournament-draw = Draw the order of the field, as often as one likes before the start
help-tournament-draw-by = By seed, rating, rank or lot; seeded:8 draws lots for all but the first eight
help-tournament-start = Begin the first stage
help-tournament-pair = Pair the next round
help-tournament-pair-begin = Begin it at once
help-tournament-pair-by-hand = Pair the next round by hand, as an official, or the one that waits to begin anew
help-tournament-pair-by-hand-pairs = Who meets whom, by numbers: 3-7, Black first
help-tournament-pair-by-hand-byes = Who has a bye, by numbers with spaces between
help-tournament-begin = Begin the round that is paired
help-tournament-swap = Exchange the colours of a bout that has not begun, as an official
help-tournament-swap-bout = The bout: stage.round.table, as 1.2.3
help-tournament-pairings = Show the pairings of a round and how they ended
help-any-stage = The stage [default: the newest]
help-tournament-pairings-round = The round [default: the newest]
help-tournament-result = Announce the result of a game that is not played on this server
help-tournament-result-game = The game: its id, or stage.round.table, with .board behind it in a match of teams
help-any-score = Points of the event, Black first: 2:0, 1:1, 0:2, 0:0, 2:0f by forfeit; none to be replayed
help-tournament-replay = Have a game of this round played again, as an official
help-tournament-replay-game = The game: its id, or stage.round.table, with .board behind it in a match of teams
help-tournament-overturn = Give a game or a whole bout another result, as an official, also after later rounds
help-tournament-overturn-which = The game by its id, or the bout by stage.round.table
help-tournament-close-round = Close the round: bouts without a result are drawn, or as their games stand
help-tournament-next-stage = Begin the next stage
help-tournament-next-stage-chosen = Who goes on, by numbers with spaces between, the first seed first [default: by the standings]
help-tournament-standings = Show the standings
help-tournament-standings-crosstable = With each round of everybody
help-tournament-bracket = Draw the bracket of an elimination
help-tournament-explain = Explain somebody's place and pairings, number by number
help-tournament-sanction = Ban, lower a prize or reprimand, as an official
help-tournament-sanction-ban = Let somebody not enter before a time
help-tournament-sanction-ban-whom = Whom: the number or the name of an entry, or @ and an account's id
help-tournament-sanction-ban-until = Until when: 2027-12-01, 2027-12-01 10:00, with a zone behind it or as RFC 3339
help-tournament-sanction-ban-everywhere = From every tournament of the server, as an official of the whole server
help-tournament-sanction-lift-ban = Lift the bans that this tournament has laid on somebody
help-tournament-sanction-lift-ban-whom = From whom: the number or the name of an entry, or @ and an account's id
help-tournament-sanction-lower-prize = Give somebody the prize of the next lower place
help-tournament-sanction-reprimand = Reprimand somebody in public, who need not play
help-tournament-sanction-reprimand-person = The name as it is to be read out
help-tournament-finish = Say that the tournament is over
help-tournament-cancel = Call the tournament off, as an official
help-tournament-export = Print the results, or all games, for other programs
help-tournament-export-format = csv (results), h9 (results for the European Go Federation), txt (results to print), sgf (all games)
help-tournament-export-stage = The stage [default: the newest; of games all]
help-tournament-export-round = Of games: only those of this round of the stage
help-tournament-export-output = Write it to this file [default: stdout]
help-tournament-log = Print what has happened: who did what, when and why
help-tournament-log-from = From this event on
help-tournament-follow = Print the standings as they change, until the tournament is over
help-completions = Print shell completions
help-completions-shell = For which shell
help-play = Play a game here; without arguments the one that is in progress
help-play-game = A game of yours that has begun
help-play-offer = Offer a game and play it when somebody accepts
help-play-accept = Accept this offer and play
help-play-in-tournament = Wait for your next game of this tournament and play it
help-bot = Let a GTP engine play
help-bot-engine = The command that starts the engine, quoted as for a shell (no shell is run)
help-bot-offer = Offer games
help-bot-accept = Accept this offer, or without one the next open offer of somebody else; with --size, --time, --rules or --handicap the next one that has these
help-bot-in-tournament = Play one's games of this tournament until it is over
help-bot-enter = Enter that tournament first, unless one is entered
help-bot-games = End after so many finished games; unfinished games of the account are played first and count [default: without end]
help-bot-start-within = Seconds that the engine may take to say its name when it is started: raise it for one that tunes itself
help-bot-after =
    The engine must be started with the rules of the game (gnugo needs --chinese-rules); KataGo is told.
    When the server refuses a move (superko, suicide) the engine is asked for another one; after three
    refusals, or when it insists, the bot passes. Dead stones are the engine's list: the bot marks what
    differs once, accepts marks that equal its list, else plays on after a first stop and waits at a final
    one. Requests to take moves back are answered with no.
help-help = Print this message or the help of the given subcommand(s)
