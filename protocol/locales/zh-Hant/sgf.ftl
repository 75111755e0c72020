### Reading records in files.

## What is shown of a record

sgf-nobody = （未註明）
sgf-player-rank = { $name } { $rank }
sgf-before-moves = 第一手之前，共 { $moves } 手
sgf-move-of = { $made }（共 { $moves } 手）
sgf-move-beyond = 第 { $number } 手：{ $colour }落在棋盤外，「{ $written }」
sgf-result = 結果：{ $result }
sgf-result-unknown = 不明
sgf-rules = 規則：{ $text }
sgf-name = 名稱：{ $text }
sgf-event = 賽事：{ $text }
sgf-round = 輪次：{ $text }
sgf-date = 日期：{ $text }
sgf-where = 地點：{ $text }
sgf-comment = 解說：
sgf-game-of = 本檔案共 { $games } 局，這是第 { $game } 局
sgf-variations = 另有 { $n } 個變化未顯示

## Checking

sgf-under = 按{ $rules }：{ $ko }，{ $suicide }
sgf-rules-unknown = 不認識棋譜註明的規則「{ $named }」：按{ $rules }判斷和數子，不與棋譜所記比較
sgf-legal = { $moves ->
    [0] 沒有著手
   *[other] 全部 { $moves } 手合法
}
sgf-illegal = 不合法：第 { $number } 手，{ $colour } { $vertex }（{ $place }）：{ $why }
sgf-illegal-setup = 不合法：第 { $number } 手之後擺放的棋子，{ $vertex } 處的棋塊沒有氣
sgf-not-counted = 未數子：請用 --dead 指出每塊死子中的一子；沒有死子則用 --dead ""
sgf-dead-empty = --dead：終局時 { $vertex } 處沒有棋子
sgf-agrees = 與棋譜所記相符：{ $result }
sgf-differs = 與棋譜所記不符：{ $result }

## Places

sgf-place = 第 { $line } 行第 { $column } 列
sgf-at = { $place }：{ $what }

## What was odd, and how it was taken

sgf-encoding-guessed = 未註明編碼，又不是 UTF-8；推測為 { $encoding }
sgf-encoding-unknown = 不認得編碼「{ $named }」；按 { $encoding } 讀取
sgf-encoding-wrong = 內容並非所註明的 { $named }；按 { $encoding } 讀取
sgf-undecodable = 有些位元組在 { $encoding } 中沒有意義；顯示為 �
sgf-skipped = 跳過了多餘的文字；此處應為「(」「)」「;」或屬性
sgf-no-semicolon = 此屬性之前缺少「;」
sgf-open-value = 缺少「]」：此值一直讀到檔案末尾
sgf-open-trees = 檔案末尾缺少 { $n } 個「)」
sgf-value = { $property } 的值「{ $value }」無法理解；應為{ $expected }
sgf-expected-point = 棋盤上的點（如 dd），虛手則為空
sgf-expected-points = 棋盤上的點（如 dd 或 aa:cc）
sgf-expected-colour = B 或 W
sgf-expected-number = 數字
sgf-expected-seconds = 秒數
sgf-expected-komi = 貼目（如 7.5）
sgf-expected-result = 結果（如 B+1.5、W+R、0 或 Void）
sgf-komi-read = 貼目「{ $value }」不是以目為單位；讀作 { $komi } 目
sgf-handicap-differs = 註明讓 { $handicap } 子，但第一手之前擺放了 { $stones } 個黑子
sgf-several-moves = 一個節點中有多手棋；依次全部採用
sgf-setup-and-move = 一個節點中既擺放棋子又落子；先擺放棋子
sgf-notes-more = 另有 { $n } 條類似的說明

## Why a record cannot be read

sgf-too-long = 檔案太長：最多讀取 { $most } MiB
sgf-too-many = { $what }超過 { $most } 個
sgf-counted-nodes = 節點
sgf-counted-depth = 巢狀的變化
sgf-counted-properties = 屬性
sgf-counted-values = 屬性值
sgf-counted-set-up = 擺放的棋子
sgf-no-game = 沒有棋譜：應以「(;」開始
sgf-no-such-game = 本檔案沒有第 { $asked } 局，只有 { $games } 局
sgf-no-such-encoding = 不認得編碼「{ $named }」；可用 UTF-8、GB18030、Big5、Shift_JIS 或 EUC-KR
sgf-other-game = 第 { $number } 類棋不是圍棋，圍棋為 1
sgf-size = 棋盤「{ $written }」；應為 1 至 25，或列數:行數
