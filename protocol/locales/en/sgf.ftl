### Reading records in files.

## What is shown of a record

sgf-nobody = (not named)
sgf-player-rank = { $name } { $rank }
sgf-before-moves = before the first move of { $moves }
sgf-move-of = { $made } (of { $moves })
sgf-move-beyond = move { $number }: { $colour } off the board, "{ $written }"
sgf-result = result: { $result }
sgf-result-unknown = not known
sgf-rules = rules: { $text }
sgf-name = name: { $text }
sgf-event = event: { $text }
sgf-round = round: { $text }
sgf-date = date: { $text }
sgf-where = place: { $text }
sgf-comment = comment:
sgf-game-of = game { $game } of { $games } in this file
sgf-variations = { $n ->
    [one] { $n } variation is
   *[other] { $n } variations are
} not shown

## Checking

sgf-under = under { $rules }: { $ko }, { $suicide }
sgf-rules-unknown = the rules that the record names are not known, "{ $named }": judged and counted by { $rules }, and not compared
sgf-legal = { $moves ->
    [0] there are no moves
    [one] { $moves } move, legal
   *[other] all { $moves } moves are legal
}
sgf-illegal = illegal: move { $number }, { $colour } { $vertex } ({ $place }): { $why }
sgf-illegal-setup = illegal: stones that are set up after move { $number }: the chain on { $vertex } has no liberty
sgf-not-counted = not counted: name a stone of each dead chain with --dead, or --dead "" if none is
sgf-dead-empty = --dead: there is no stone on { $vertex } at the end
sgf-agrees = the record says the same: { $result }
sgf-differs = the record says otherwise: { $result }

## Places

sgf-place = line { $line }, column { $column }
sgf-at = { $place }: { $what }

## What was odd, and how it was taken

sgf-encoding-guessed = the encoding is not named and not UTF-8; read as { $encoding }, which is a guess
sgf-encoding-unknown = the encoding "{ $named }" is not known; read as { $encoding }
sgf-encoding-wrong = this is not { $named } as it says; read as { $encoding }
sgf-undecodable = some bytes mean nothing in { $encoding }; shown as �
sgf-skipped = text was skipped; expected "(", ")", ";" or a property
sgf-no-semicolon = ";" is missing before this property
sgf-open-value = "]" is missing: this value goes to the end of the file
sgf-open-trees = { $n ->
    [one] ")" is missing
   *[other] { $n } ")" are missing
} at the end of the file
sgf-value = { $property } with "{ $value }" was not understood; expected { $expected }
sgf-expected-point = a point of this board such as dd, or nothing for a pass
sgf-expected-points = points of this board such as dd or aa:cc
sgf-expected-colour = B or W
sgf-expected-number = a number
sgf-expected-seconds = seconds
sgf-expected-komi = komi such as 7.5
sgf-expected-result = a result such as B+1.5, W+R, 0 or Void
sgf-komi-read = komi "{ $value }" is not in points; read as { $komi } points
sgf-handicap-differs = the handicap is { $handicap }, but { $stones ->
    [one] { $stones } black stone is
   *[other] { $stones } black stones are
} set up before the first move
sgf-several-moves = several moves in one node; all were taken, in their order
sgf-setup-and-move = stones are set up and a move is made in one node; the stones were taken first
sgf-notes-more = { $n ->
    [one] { $n } more remark
   *[other] { $n } more remarks
} like these

## Why a record cannot be read

sgf-too-long = the file is too long: at most { $most } MiB are read
sgf-too-many = more than { $most } { $what }
sgf-counted-nodes = nodes
sgf-counted-depth = variations within variations
sgf-counted-properties = properties
sgf-counted-values = values
sgf-counted-set-up = points that are set up
sgf-no-game = no record: "(;" was expected
sgf-no-such-game = there is no game { $asked } in this file, it has { $games }
sgf-no-such-encoding = the encoding "{ $named }" is not known; try UTF-8, GB18030, Big5, Shift_JIS or EUC-KR
sgf-other-game = game { $number } is not Go, which is 1
sgf-size = board "{ $written }"; expected 1 to 25, or columns:rows
