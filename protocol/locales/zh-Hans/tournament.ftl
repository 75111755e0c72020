### 比赛：命令行中的文字。比赛积分胜 2 分，和 1 分，负 0 分。

## 进展

tournament-phase-entry = 报名中
tournament-phase-drawn = 已抽签
tournament-phase-running = 进行中
tournament-phase-finished = 已结束
tournament-phase-cancelled = 已取消

## 阶段

tournament-system-round-robin = { $laps ->
    [1] 单循环赛
    [2] 双循环赛
   *[other] { $laps } 循环赛
}
tournament-system-swiss = 积分编排制，{ $rounds } 轮
tournament-system-knockout = 单败淘汰制
tournament-system-elimination = 淘汰制，负 { $losses } 场淘汰
tournament-system-swiss-elimination = 积分编排加淘汰，负 { $losses } 场淘汰
tournament-bout-best-of = { $games } 局决胜
tournament-bout-boards = { $boards } 台团体赛
tournament-bout-win-and-continue = 擂台赛
tournament-draws-stand = 和棋有效
tournament-draws-replay = 和棋重赛
tournament-from = 上一阶段前 { $first } 名参加
tournament-from-carry = 上一阶段前 { $first } 名带分参加
tournament-pace-by-hand = 各轮由主办人宣布开始
tournament-pace-at-once = 上一轮结束后立即开始下一轮
tournament-pace-pause = 上一轮结束 { $pause }后开始下一轮
tournament-pace-at = 各轮开始时间：{ $times }
tournament-pace-at-zone = 各轮开始时间：{ $times }（按 { $zone } 设定）
tournament-lateness-doubled = 迟到时间加倍从基本用时中扣除，超过一小时判负
tournament-lateness-quarter-hour = 迟到超过 15 分钟判负
tournament-lateness-none = 只是照常计时
tournament-entry-open = 自行报名
tournament-entry-organiser = 由主办人报名
tournament-draw-seed = 按种子号
tournament-draw-rating = 按等级分
tournament-draw-rank = 按段位
tournament-draw-seeded = 前 { $seeded } 名种子除外，其余抽签
tournament-draw-lot = 抽签

## 一项比赛

tournament-title = { $name }（{ $tournament }）
tournament-show-stage = 第 { $stage } 阶段：{ $what }
tournament-show-progress = 第 { $stage } 阶段有 { $field } 方参加，已编排 { $rounds } 轮，已结束 { $complete } 轮
tournament-show-held = 第 { $stage } 阶段第 { $round } 轮无法自动编排：须由主办人处理
tournament-show-games = 对局：{ $terms }
tournament-show-lateness = 迟到：{ $rule }
tournament-show-move_limit = 满 { $moves } 手由裁判裁定
tournament-show-unruled-draw = 全局同形而裁判未裁定时判和
tournament-show-elsewhere = 对局不在本服务器进行，由主办人登记结果
tournament-show-prizes = 奖项：{ $prizes }
tournament-show-players = 棋手：{ $entries } 人，最多 { $most } 人；{ $rule }
tournament-show-teams = 队伍：{ $entries } 队，最多 { $most } 队；{ $rule }
tournament-show-organisers = 主办人：{ $names }
tournament-show-referees = 裁判：{ $names }
tournament-show-draw = 排序方式：{ $how }；抽签种子 { $seed }
tournament-show-draw-stale = 抽签之后有人退赛：应当重新抽签
tournament-show-sanction = { $time }：{ $what }（{ $reason }）
tournament-next-start = 第一阶段将于 { $time } 开始
tournament-next-begin = 已编排的一轮将于 { $time } 开始
tournament-next-round = 下一轮将于 { $time } 开始
tournament-you-organiser = 你是主办人
tournament-you-referee = 你是裁判
tournament-you-entry = 你以 { $entry } 参赛
tournament-list-empty = 没有比赛
tournament-entries-empty = 还没有人报名
tournament-entry-excluded = 取消资格：{ $reason }
tournament-entry-gone = 已退赛
tournament-entry-from = 从第 { $round } 轮起
tournament-member-board = 第 { $board } 台
tournament-member-absent = 缺席
tournament-reason-text = { $reason }：“{ $text }”

## 表头

tournament-head-account = 账号
tournament-head-black = 黑方
tournament-head-club = 单位
tournament-head-counts = 计入
tournament-head-entries = 参赛
tournament-head-from = 取自
tournament-head-game = 对局
tournament-head-id = 编号
tournament-head-made = 创建
tournament-head-name = 名称
tournament-head-no = 号
tournament-head-note = 备注
tournament-head-opponent = 对手
tournament-head-phase = 进展
tournament-head-place = 名次
tournament-head-prize = 奖项
tournament-head-rank = 段位
tournament-head-rating = 等级分
tournament-head-result = 结果
tournament-head-round = 轮次
tournament-head-seed = 种子
tournament-head-stage = 阶段
tournament-head-state = 状态
tournament-head-table = 台次
tournament-head-white = 白方

## 一轮

tournament-round = 第 { $stage } 阶段第 { $round } 轮
tournament-round-waits = 已编排，尚未开始
tournament-round-begun = 于 { $time } 开始
tournament-round-complete = 于 { $time } 结束
tournament-round-closed = 由裁判于 { $time } 宣布结束
tournament-round-by-hand = 人工编排：{ $reason }
tournament-round-bye = 轮空：{ $entry }
tournament-pair = { $black } - { $white }
tournament-bout-fixed = 由裁判或因退赛而定
tournament-game-created = 对局中
tournament-game-waits = 正在创建
tournament-game-elsewhere = 在别处进行
tournament-game-announced = 登记的结果
tournament-game-ruled = 裁判裁定
tournament-game-ruled-outcome = { $outcome }；按裁定计分
tournament-game-warned = { $state }；警告 { $black }:{ $white }
tournament-remark-bye = { $entry } 第 { $times } 次轮空
tournament-remark-rematch = { $first } 与 { $second } 第 { $times } 次相遇
tournament-result-forfeit = { $result }（弃权）
tournament-result-none = 无胜负

## 名次

tournament-standings = 第 { $stage } 阶段 { $rounds } 轮后的名次
tournament-standings-empty = 还没有人参加
tournament-still-in = 未淘汰
tournament-crosstable-legend = 对手的号，+ 胜，= 和，- 负，? 未定，黑 执黑，白 执白，! 弃权
tournament-cell-bye = 轮空
tournament-cell-black = 黑
tournament-cell-white = 白
criterion-points = 积分
criterion-total = 总得分
criterion-sos = 对手分
criterion-sos-without-extremes = 对手分去高低
criterion-sodos = 索伯分
criterion-sosos = 对手的对手分
criterion-beaten-opponents = 小分
criterion-warnings = 警告
criterion-direct-encounter = 直接胜负
criterion-wins = 胜场
criterion-wins-with-white = 后手胜场
criterion-board-points = 局分
criterion-board-wins = 胜局
criterion-wins-on-board = 第 { $board } 台胜局
criterion-survival = 淘汰轮次

## 对阵图

tournament-bracket = 第 { $stage } 阶段对阵图
tournament-bracket-empty = 还没有抽签
tournament-bracket-round = 第 { $round } 轮
tournament-bracket-winner = 优胜
tournament-bracket-nobody = 无人
tournament-bracket-left = { $entry }（已退）

## 名次的由来

explain-place = { $entry }：第 { $stage } 阶段 { $rounds } 轮后第 { $place } 名
explain-no-place = { $entry }：第 { $stage } 阶段 { $rounds } 轮后没有名次
explain-shared = 并列：{ $others }
explain-drawn = 加赛或抽签排在第 { $n }
explain-points = 积分：{ $points }
explain-figure = { $criterion }：{ $value }，在 { $level } 方之间比较
explain-figure-not-needed = { $criterion }：{ $value }，不需要比较
explain-total = { $points } + [{ $opponents } ÷ { $half } - { $rounds }] = { $points } + { $bracket } = { $whole }
explain-total-none = { $points } + 0
explain-not-all-met = 积分相同者没有全部相遇：不比较
explain-out = 第 { $round } 轮被淘汰
explain-pairings = 编排：
explain-round = 第 { $round } 轮
counted-forfeit = 弃权
counted-bye = 轮空
counted-not-paired = 未编排
counted-before-entry = 尚未参赛
counted-after-leaving = 已经退出
counted-void = 作废：未下满半数轮次即退赛
counted-undecided = 未定
counted-highest = 最高，去掉
counted-lowest = 最低，去掉
counted-carried = 上一阶段带入

## 编排的由来

pairing-met = 执{ $colour }，对手 { $opponent }，当时 { $points } 分
pairing-group = { $points } 分组 { $group } 方中列第 { $rank }
pairing-natural = 上下半区对应的正是这位对手
pairing-natural-met = 上下半区对应的是 { $opponent }，但已相遇过
pairing-natural-has-bye = 上下半区对应的是 { $opponent }，但对方轮空
pairing-natural-own-bye = 上下半区对应的是 { $opponent }；本方轮空
pairing-natural-floats = 上下半区对应的是 { $opponent }，但对方与另一分数组的 { $other } 相遇
pairing-natural-costs = 上下半区对应的是 { $opponent }，但那样更差，因为：{ $criterion }
pairing-natural-whole = 上下半区对应的是 { $opponent }，但对方与 { $other } 相遇，整轮这样更好
pairing-wish = 应执{ $colour }
pairing-wish-strong = 较强地要求执{ $colour }
pairing-colours-costs = 交换先后手更差，因为：{ $criterion }
pairing-colours-difference = 双方应执同色：给先后手相差较多的一方
pairing-colours-alternate = 双方与上次先后手不同时互换
pairing-colours-better-placed = 名次在前的一方按应执的颜色
pairing-colours-seed = 双方没有应执的颜色：按种子号
pairing-costs = 让步：{ $costs }
pairing-cost = { $criterion }（{ $amount }）
pairing-by-rematch = 重复相遇
pairing-by-bye-again = 再次轮空
pairing-by-colour-bounds = 先后手的限度
pairing-by-bye-place = 轮空者的名次
pairing-by-point-difference = 积分之差
pairing-by-float-again = 与上一轮同样升降组
pairing-by-float-as-before = 与上上轮同样升降组
pairing-by-same-club = 同一单位
pairing-by-strong-wishes = 较强的执色要求
pairing-by-mild-wishes = 执色要求
pairing-by-displacement = 与半区对应的距离
pairing-by-lowest-list = 名单顺序

## 已办的事

tournament-confirm = { $order }？确认请输入 y：
tournament-done = 已在 { $tournament } 中办理，事件 { $event }
tournament-entered = 已报名，号 { $entry }
tournament-entered-list = 已报名 { $entries } 个：{ $first } 至 { $last }
tournament-list-in-order = 名单没有问题：{ $entries } 个参赛者
tournament-list-passed-over = 略过的列：{ $heads }
tournament-problem-cell = 第 { $line } 行第 { $column } 列：{ $why }
tournament-problem-line = 第 { $line } 行：{ $why }
tournament-problem-field = { $field }：{ $why }
tournament-field-team = 队名
tournament-field-from-round = 起始轮次
tournament-written = 已写入 { $file }
tournament-order-withdraw = { $entry } 退赛
tournament-order-member-leaves = { $entry } 的第 { $member } 名队员退出
tournament-order-close-round = 宣布本轮结束
tournament-order-next-stage = 开始下一阶段
tournament-order-finish = 结束比赛
tournament-order-exclude = 取消 { $entry } 的比赛资格
tournament-order-readmit = 恢复 { $entry } 参赛
tournament-order-pair-by-hand = 人工编排 { $bouts } 场
tournament-order-swap = 交换 { $bout } 的先后手
tournament-order-replay = 对局 { $game } 重赛
tournament-order-overturn-bout = { $bout } 改判为 { $result }
tournament-order-overturn-game = 对局 { $game } 改判为 { $result }
tournament-order-ban = 账号 { $account } 停赛至 { $time }
tournament-order-ban-everywhere = 账号 { $account } 停赛至 { $time }，所有比赛
tournament-order-lift-ban = 解除账号 { $account } 的停赛
tournament-order-lower-prize = { $entry } 的奖励降一等
tournament-order-reprimand = 通报批评 { $name }
tournament-order-cancel = 取消比赛 { $name }

## 出错

tournament-file = { $file }：{ $why }
tournament-no-preset = 没有名为“{ $name }”的预设；有 { $names }
tournament-no-swiss = 没有积分编排制的阶段：--rounds 是它的轮数
tournament-nobody-comes = 第 { $stage } 阶段：请写明谁参加，如 first:8
tournament-no-time = “{ $time }”不是时间：请写成 2026-12-05 10:00
tournament-no-account = 没有名为“{ $name }”的账号
tournament-no-entry = 没有报名者叫“{ $name }”
tournament-entries-alike = “{ $name }”不止一个：请写 { $first }、{ $second } 等
tournament-entry-no-account = { $entry } 没有账号
tournament-not-entered = 你没有报名：请指明谁退赛
tournament-nothing-to-change = 请写明报名的哪一项要改，如 --rank 3d
tournament-no-round = 还没有编排任何一轮
tournament-no-game = { $bout } 还没有对局
tournament-several-boards = { $bout } 有几台对局：请指明是哪一台，如 { $bout }.1
tournament-bout-needs-result = 整场必须有结果：2:0、1:1、0:2 或 0:0

## 参加比赛对局

play-tournament-waits = 等待你在 { $tournament } 中的下一盘棋
bot-tournament-waits = 等待 { $tournament } 中的下一盘棋
bot-tournament-over = { $tournament } 已经结束
tournament-prize-shared = { $prizes }（{ $among } 人均分）

tournament-log-created = 创建：{ $name }
tournament-log-changed = 更改设置
tournament-log-entered = 报名：{ $entries }
tournament-log-entry-changed = 更改报名：{ $entry }
tournament-log-drawn = 抽签：{ $how }，种子 { $seed }
tournament-log-stage = 第 { $stage } 阶段开始，{ $field } 名参赛者
tournament-log-paired = 第 { $stage } 阶段第 { $round } 轮编排：{ $pairs }
tournament-log-paired-begun = 第 { $stage } 阶段第 { $round } 轮编排并开始：{ $pairs }
tournament-log-swapped = { $bout } 双方互换先后
tournament-log-begun = 第 { $stage } 阶段第 { $round } 轮开始
tournament-log-games = { $games } 盘对局已建立
tournament-log-counted = 对局 { $game }：{ $outcome }
tournament-log-announced = 宣布对局 { $game } 的结果
tournament-log-overturned = 改判
tournament-log-withdrew = { $entry } 退出
tournament-log-excluded = { $entry } 被取消资格
tournament-log-lined-up = { $entry } 上场 { $members }
tournament-log-lined-up-absent = { $entry } 上场 { $members }；缺席：{ $absent }
tournament-log-member-left = { $entry } 的 { $member } 号队员退出
tournament-log-readmitted = { $entry } 恢复资格
tournament-log-closed = 第 { $stage } 阶段第 { $round } 轮截止
tournament-log-finished = 比赛结束
tournament-log-cancelled = 比赛取消
tournament-log-why = { $what }（{ $reason }）
tournament-log-result = { $bout } 计为 { $score }
tournament-log-open = { $bout } 重新待定
tournament-log-by-itself = 自动
tournament-log-line = { $seq }  { $time }  { $by }：{ $what }
