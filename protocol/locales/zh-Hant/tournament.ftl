### 比賽：命令行中的文字。比賽積分勝 2 分，和 1 分，負 0 分。

## 進展

tournament-phase-entry = 報名中
tournament-phase-drawn = 已抽籤
tournament-phase-running = 進行中
tournament-phase-finished = 已結束
tournament-phase-cancelled = 已取消

## 階段

tournament-system-round-robin = { $laps ->
    [1] 單循環賽
    [2] 雙循環賽
   *[other] { $laps } 循環賽
}
tournament-system-swiss = 積分編排制，{ $rounds } 輪
tournament-system-knockout = 單敗淘汰制
tournament-system-elimination = 淘汰制，負 { $losses } 場淘汰
tournament-system-swiss-elimination = 積分編排加淘汰，負 { $losses } 場淘汰
tournament-bout-best-of = { $games } 局決勝
tournament-bout-boards = { $boards } 台團體賽
tournament-bout-win-and-continue = 擂台賽
tournament-draws-stand = 和棋有效
tournament-draws-replay = 和棋重賽
tournament-from = 上一階段前 { $first } 名參加
tournament-from-carry = 上一階段前 { $first } 名帶分參加
tournament-pace-by-hand = 各輪由主辦人宣布開始
tournament-pace-at-once = 上一輪結束後立即開始下一輪
tournament-pace-pause = 上一輪結束 { $pause }後開始下一輪
tournament-pace-at = 各輪開始時間：{ $times }
tournament-pace-at-zone = 各輪開始時間：{ $times }（按 { $zone } 設定）
tournament-lateness-doubled = 遲到時間加倍從基本用時中扣除，超過一小時判負
tournament-lateness-quarter-hour = 遲到超過 15 分鐘判負
tournament-lateness-none = 只是照常計時
tournament-entry-open = 自行報名
tournament-entry-organiser = 由主辦人報名
tournament-draw-seed = 按種子號
tournament-draw-rating = 按等級分
tournament-draw-rank = 按段位
tournament-draw-seeded = 前 { $seeded } 名種子除外，其餘抽籤
tournament-draw-lot = 抽籤

## 一項比賽

tournament-title = { $name }（{ $tournament }）
tournament-show-stage = 第 { $stage } 階段：{ $what }
tournament-show-progress = 第 { $stage } 階段有 { $field } 方參加，已編排 { $rounds } 輪，已結束 { $complete } 輪
tournament-show-held = 第 { $stage } 階段第 { $round } 輪無法自動編排：須由主辦人處理
tournament-show-games = 對局：{ $terms }
tournament-show-lateness = 遲到：{ $rule }
tournament-show-move_limit = 滿 { $moves } 手由裁判裁定
tournament-show-unruled-draw = 全局同形而裁判未裁定時判和
tournament-show-elsewhere = 對局不在本伺服器進行，由主辦人登記結果
tournament-show-prizes = 獎項：{ $prizes }
tournament-show-players = 棋手：{ $entries } 人，最多 { $most } 人；{ $rule }
tournament-show-teams = 隊伍：{ $entries } 隊，最多 { $most } 隊；{ $rule }
tournament-show-organisers = 主辦人：{ $names }
tournament-show-referees = 裁判：{ $names }
tournament-show-draw = 排序方式：{ $how }；抽籤種子 { $seed }
tournament-show-draw-stale = 抽籤之後有人退賽：應當重新抽籤
tournament-show-sanction = { $time }：{ $what }（{ $reason }）
tournament-next-start = 第一階段將於 { $time } 開始
tournament-next-begin = 已編排的一輪將於 { $time } 開始
tournament-next-round = 下一輪將於 { $time } 開始
tournament-you-organiser = 你是主辦人
tournament-you-referee = 你是裁判
tournament-you-entry = 你以 { $entry } 參賽
tournament-list-empty = 沒有比賽
tournament-entries-empty = 還沒有人報名
tournament-entry-excluded = 取消資格：{ $reason }
tournament-entry-gone = 已退賽
tournament-entry-from = 從第 { $round } 輪起
tournament-member-board = 第 { $board } 台
tournament-member-absent = 缺席
tournament-reason-text = { $reason }：「{ $text }」

## 表頭

tournament-head-account = 帳號
tournament-head-black = 黑方
tournament-head-club = 單位
tournament-head-counts = 計入
tournament-head-entries = 參賽
tournament-head-from = 取自
tournament-head-game = 對局
tournament-head-id = 編號
tournament-head-made = 建立
tournament-head-name = 名稱
tournament-head-no = 號
tournament-head-note = 備註
tournament-head-opponent = 對手
tournament-head-phase = 進展
tournament-head-place = 名次
tournament-head-prize = 獎項
tournament-head-rank = 段位
tournament-head-rating = 等級分
tournament-head-result = 結果
tournament-head-round = 輪次
tournament-head-seed = 種子
tournament-head-stage = 階段
tournament-head-state = 狀態
tournament-head-table = 台次
tournament-head-white = 白方

## 一輪

tournament-round = 第 { $stage } 階段第 { $round } 輪
tournament-round-waits = 已編排，尚未開始
tournament-round-begun = 於 { $time } 開始
tournament-round-complete = 於 { $time } 結束
tournament-round-closed = 由裁判於 { $time } 宣布結束
tournament-round-by-hand = 人工編排：{ $reason }
tournament-round-bye = 輪空：{ $entry }
tournament-pair = { $black } - { $white }
tournament-bout-fixed = 由裁判或因退賽而定
tournament-game-created = 對局中
tournament-game-waits = 正在建立
tournament-game-elsewhere = 在別處進行
tournament-game-announced = 登記的結果
tournament-game-ruled = 裁判裁定
tournament-game-ruled-outcome = { $outcome }；按裁定計分
tournament-game-warned = { $state }；警告 { $black }:{ $white }
tournament-remark-bye = { $entry } 第 { $times } 次輪空
tournament-remark-rematch = { $first } 與 { $second } 第 { $times } 次相遇
tournament-result-forfeit = { $result }（棄權）
tournament-result-none = 無勝負

## 名次

tournament-standings = 第 { $stage } 階段 { $rounds } 輪後的名次
tournament-standings-empty = 還沒有人參加
tournament-still-in = 未淘汰
tournament-crosstable-legend = 對手的號，+ 勝，= 和，- 負，? 未定，黑 執黑，白 執白，! 棄權
tournament-cell-bye = 輪空
tournament-cell-black = 黑
tournament-cell-white = 白
criterion-points = 積分
criterion-total = 總得分
criterion-sos = 對手分
criterion-sos-without-extremes = 對手分去高低
criterion-sodos = 索伯分
criterion-sosos = 對手的對手分
criterion-beaten-opponents = 小分
criterion-warnings = 警告
criterion-direct-encounter = 直接勝負
criterion-wins = 勝場
criterion-wins-with-white = 後手勝場
criterion-board-points = 局分
criterion-board-wins = 勝局
criterion-wins-on-board = 第 { $board } 台勝局
criterion-survival = 淘汰輪次

## 對陣圖

tournament-bracket = 第 { $stage } 階段對陣圖
tournament-bracket-empty = 還沒有抽籤
tournament-bracket-round = 第 { $round } 輪
tournament-bracket-winner = 優勝
tournament-bracket-nobody = 無人
tournament-bracket-left = { $entry }（已退）

## 名次的由來

explain-place = { $entry }：第 { $stage } 階段 { $rounds } 輪後第 { $place } 名
explain-no-place = { $entry }：第 { $stage } 階段 { $rounds } 輪後沒有名次
explain-shared = 並列：{ $others }
explain-drawn = 加賽或抽籤排在第 { $n }
explain-points = 積分：{ $points }
explain-figure = { $criterion }：{ $value }，在 { $level } 方之間比較
explain-figure-not-needed = { $criterion }：{ $value }，不需要比較
explain-total = { $points } + [{ $opponents } ÷ { $half } - { $rounds }] = { $points } + { $bracket } = { $whole }
explain-total-none = { $points } + 0
explain-not-all-met = 積分相同者沒有全部相遇：不比較
explain-out = 第 { $round } 輪被淘汰
explain-pairings = 編排：
explain-round = 第 { $round } 輪
counted-forfeit = 棄權
counted-bye = 輪空
counted-not-paired = 未編排
counted-before-entry = 尚未參賽
counted-after-leaving = 已經退出
counted-void = 作廢：未下滿半數輪次即退賽
counted-undecided = 未定
counted-highest = 最高，去掉
counted-lowest = 最低，去掉
counted-carried = 上一階段帶入

## 編排的由來

pairing-met = 執{ $colour }，對手 { $opponent }，當時 { $points } 分
pairing-group = { $points } 分組 { $group } 方中列第 { $rank }
pairing-natural = 上下半區對應的正是這位對手
pairing-natural-met = 上下半區對應的是 { $opponent }，但已相遇過
pairing-natural-has-bye = 上下半區對應的是 { $opponent }，但對方輪空
pairing-natural-own-bye = 上下半區對應的是 { $opponent }；本方輪空
pairing-natural-floats = 上下半區對應的是 { $opponent }，但對方與另一分數組的 { $other } 相遇
pairing-natural-costs = 上下半區對應的是 { $opponent }，但那樣更差，因為：{ $criterion }
pairing-natural-whole = 上下半區對應的是 { $opponent }，但對方與 { $other } 相遇，整輪這樣更好
pairing-wish = 應執{ $colour }
pairing-wish-strong = 較強地要求執{ $colour }
pairing-colours-costs = 交換先後手更差，因為：{ $criterion }
pairing-colours-difference = 雙方應執同色：給先後手相差較多的一方
pairing-colours-alternate = 雙方與上次先後手不同時互換
pairing-colours-better-placed = 名次在前的一方按應執的顏色
pairing-colours-seed = 雙方沒有應執的顏色：按種子號
pairing-costs = 讓步：{ $costs }
pairing-cost = { $criterion }（{ $amount }）
pairing-by-rematch = 重複相遇
pairing-by-bye-again = 再次輪空
pairing-by-colour-bounds = 先後手的限度
pairing-by-bye-place = 輪空者的名次
pairing-by-point-difference = 積分之差
pairing-by-float-again = 與上一輪同樣升降組
pairing-by-float-as-before = 與上上輪同樣升降組
pairing-by-same-club = 同一單位
pairing-by-strong-wishes = 較強的執色要求
pairing-by-mild-wishes = 執色要求
pairing-by-displacement = 與半區對應的距離
pairing-by-lowest-list = 名單順序

## 已辦的事

tournament-confirm = { $order }？確認請輸入 y：
tournament-done = 已在 { $tournament } 中辦理，事件 { $event }
tournament-entered = 已報名，號 { $entry }
tournament-entered-list = 已報名 { $entries } 個：{ $first } 至 { $last }
tournament-list-in-order = 名單沒有問題：{ $entries } 個參賽者
tournament-list-passed-over = 略過的欄：{ $heads }
tournament-problem-cell = 第 { $line } 列第 { $column } 欄：{ $why }
tournament-problem-line = 第 { $line } 列：{ $why }
tournament-problem-field = { $field }：{ $why }
tournament-field-team = 隊名
tournament-field-from-round = 起始輪次
tournament-written = 已寫入 { $file }
tournament-order-withdraw = { $entry } 退賽
tournament-order-member-leaves = { $entry } 的第 { $member } 名隊員退出
tournament-order-close-round = 宣布本輪結束
tournament-order-next-stage = 開始下一階段
tournament-order-finish = 結束比賽
tournament-order-exclude = 取消 { $entry } 的比賽資格
tournament-order-readmit = 恢復 { $entry } 參賽
tournament-order-pair-by-hand = 人工編排 { $bouts } 場
tournament-order-swap = 交換 { $bout } 的先後手
tournament-order-replay = 對局 { $game } 重賽
tournament-order-overturn-bout = { $bout } 改判為 { $result }
tournament-order-overturn-game = 對局 { $game } 改判為 { $result }
tournament-order-ban = 帳號 { $account } 停賽至 { $time }
tournament-order-ban-everywhere = 帳號 { $account } 停賽至 { $time }，所有比賽
tournament-order-lift-ban = 解除帳號 { $account } 的停賽
tournament-order-lower-prize = { $entry } 的獎勵降一等
tournament-order-reprimand = 通報批評 { $name }
tournament-order-cancel = 取消比賽 { $name }

## 出錯

tournament-file = { $file }：{ $why }
tournament-no-preset = 沒有名為「{ $name }」的預設；有 { $names }
tournament-no-swiss = 沒有積分編排制的階段：--rounds 是它的輪數
tournament-nobody-comes = 第 { $stage } 階段：請寫明誰參加，如 first:8
tournament-no-time = 「{ $time }」不是時間：請寫成 2026-12-05 10:00
tournament-no-account = 沒有名為「{ $name }」的帳號
tournament-no-entry = 沒有報名者叫「{ $name }」
tournament-entries-alike = 「{ $name }」不止一個：請寫 { $first }、{ $second } 等
tournament-entry-no-account = { $entry } 沒有帳號
tournament-not-entered = 你沒有報名：請指明誰退賽
tournament-nothing-to-change = 請寫明報名的哪一項要改，如 --rank 3d
tournament-no-round = 還沒有編排任何一輪
tournament-no-game = { $bout } 還沒有對局
tournament-several-boards = { $bout } 有幾台對局：請指明是哪一台，如 { $bout }.1
tournament-bout-needs-result = 整場必須有結果：2:0、1:1、0:2 或 0:0

## 參加比賽對局

play-tournament-waits = 等待你在 { $tournament } 中的下一盤棋
bot-tournament-waits = 等待 { $tournament } 中的下一盤棋
bot-tournament-over = { $tournament } 已經結束
tournament-prize-shared = { $prizes }（{ $among } 人均分）

tournament-log-created = 建立：{ $name }
tournament-log-changed = 更改設定
tournament-log-entered = 報名：{ $entries }
tournament-log-entry-changed = 更改報名：{ $entry }
tournament-log-drawn = 抽籤：{ $how }，種子 { $seed }
tournament-log-stage = 第 { $stage } 階段開始，{ $field } 名參賽者
tournament-log-paired = 第 { $stage } 階段第 { $round } 輪編排：{ $pairs }
tournament-log-paired-begun = 第 { $stage } 階段第 { $round } 輪編排並開始：{ $pairs }
tournament-log-swapped = { $bout } 雙方互換先後
tournament-log-begun = 第 { $stage } 階段第 { $round } 輪開始
tournament-log-games = { $games } 盤對局已建立
tournament-log-counted = 對局 { $game }：{ $outcome }
tournament-log-announced = 宣布對局 { $game } 的結果
tournament-log-overturned = 改判
tournament-log-withdrew = { $entry } 退出
tournament-log-excluded = { $entry } 被取消資格
tournament-log-lined-up = { $entry } 上場 { $members }
tournament-log-lined-up-absent = { $entry } 上場 { $members }；缺席：{ $absent }
tournament-log-member-left = { $entry } 的 { $member } 號隊員退出
tournament-log-readmitted = { $entry } 恢復資格
tournament-log-closed = 第 { $stage } 階段第 { $round } 輪截止
tournament-log-finished = 比賽結束
tournament-log-cancelled = 比賽取消
tournament-log-why = { $what }（{ $reason }）
tournament-log-result = { $bout } 計為 { $score }
tournament-log-open = { $bout } 重新待定
tournament-log-by-itself = 自動
tournament-log-line = { $seq }  { $time }  { $by }：{ $what }
