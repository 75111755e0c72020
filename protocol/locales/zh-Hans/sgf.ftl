### Reading records in files.

## What is shown of a record

sgf-nobody = （未注明）
sgf-player-rank = { $name } { $rank }
sgf-before-moves = 第一手之前，共 { $moves } 手
sgf-move-of = { $made }（共 { $moves } 手）
sgf-move-beyond = 第 { $number } 手：{ $colour }落在棋盘外，“{ $written }”
sgf-result = 结果：{ $result }
sgf-result-unknown = 不明
sgf-rules = 规则：{ $text }
sgf-name = 名称：{ $text }
sgf-event = 赛事：{ $text }
sgf-round = 轮次：{ $text }
sgf-date = 日期：{ $text }
sgf-where = 地点：{ $text }
sgf-comment = 解说：
sgf-game-of = 本文件共 { $games } 局，这是第 { $game } 局
sgf-variations = 另有 { $n } 个变化未显示

## Checking

sgf-under = 按{ $rules }：{ $ko }，{ $suicide }
sgf-rules-unknown = 不认识棋谱注明的规则“{ $named }”：按{ $rules }判断和数子，不与棋谱所记比较
sgf-legal = { $moves ->
    [0] 没有着手
   *[other] 全部 { $moves } 手合法
}
sgf-illegal = 不合法：第 { $number } 手，{ $colour } { $vertex }（{ $place }）：{ $why }
sgf-illegal-setup = 不合法：第 { $number } 手之后摆放的棋子，{ $vertex } 处的棋块没有气
sgf-not-counted = 未数子：请用 --dead 指出每块死子中的一子；没有死子则用 --dead ""
sgf-dead-empty = --dead：终局时 { $vertex } 处没有棋子
sgf-agrees = 与棋谱所记相符：{ $result }
sgf-differs = 与棋谱所记不符：{ $result }

## Places

sgf-place = 第 { $line } 行第 { $column } 列
sgf-at = { $place }：{ $what }

## What was odd, and how it was taken

sgf-encoding-guessed = 未注明编码，又不是 UTF-8；推测为 { $encoding }
sgf-encoding-unknown = 不认识编码“{ $named }”；按 { $encoding } 读取
sgf-encoding-wrong = 内容并非所注明的 { $named }；按 { $encoding } 读取
sgf-undecodable = 有些字节在 { $encoding } 中没有意义；显示为 �
sgf-skipped = 跳过了多余的文字；此处应为“(”“)”“;”或属性
sgf-no-semicolon = 此属性之前缺少“;”
sgf-open-value = 缺少“]”：此值一直读到文件末尾
sgf-open-trees = 文件末尾缺少 { $n } 个“)”
sgf-value = { $property } 的值“{ $value }”无法理解；应为{ $expected }
sgf-expected-point = 棋盘上的点（如 dd），停一手则为空
sgf-expected-points = 棋盘上的点（如 dd 或 aa:cc）
sgf-expected-colour = B 或 W
sgf-expected-number = 数字
sgf-expected-seconds = 秒数
sgf-expected-komi = 贴目（如 7.5）
sgf-expected-result = 结果（如 B+1.5、W+R、0 或 Void）
sgf-komi-read = 贴目“{ $value }”不是以目为单位；读作 { $komi } 目
sgf-handicap-differs = 注明让 { $handicap } 子，但第一手之前摆放了 { $stones } 个黑子
sgf-several-moves = 一个节点中有多手棋；依次全部采用
sgf-setup-and-move = 一个节点中既摆放棋子又落子；先摆放棋子
sgf-notes-more = 另有 { $n } 条类似的说明

## Why a record cannot be read

sgf-too-long = 文件太长：最多读取 { $most } MiB
sgf-too-many = { $what }超过 { $most } 个
sgf-counted-nodes = 节点
sgf-counted-depth = 嵌套的变化
sgf-counted-properties = 属性
sgf-counted-values = 属性值
sgf-counted-set-up = 摆放的棋子
sgf-no-game = 没有棋谱：应以“(;”开始
sgf-no-such-game = 本文件没有第 { $asked } 局，只有 { $games } 局
sgf-no-such-encoding = 不认识编码“{ $named }”；可用 UTF-8、GB18030、Big5、Shift_JIS 或 EUC-KR
sgf-other-game = 第 { $number } 类棋不是围棋，围棋为 1
sgf-size = 棋盘“{ $written }”；应为 1 至 25，或列数:行数
