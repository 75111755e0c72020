### Tournaments on the page.

contest-none = 没有这样的赛事。
contest-name = 名称
contest-state = 状态
contest-entries = 报名
contest-created = 创建日期
contest-create = 新建赛事
contest-line-round = { $phase }：第 { $stage } 阶段第 { $round } 轮
contest-phase-entry = 报名中
contest-phase-drawn = 已抽签
contest-phase-running = 进行中
contest-phase-finished = 已结束
contest-phase-cancelled = 已取消
contest-stage-of = 第 { $stage } 阶段
contest-round-of = 第 { $round } 轮
contest-no-round = 尚未编排。
contest-held = 第 { $round } 轮无法自动编排，请组织者处理
contest-next-start = { $time }后自动开赛
contest-next-begin = { $time }后本轮自动开始
contest-next-next = { $time }后自动继续
contest-parts-of-page = 赛事内容
contest-tab-overview = 概况
contest-tab-entries = 名单
contest-tab-pairings = 对阵
contest-tab-standings = 排名
contest-tab-cross = 循环表
contest-tab-bracket = 淘汰表
contest-tab-results = 成绩
contest-tab-organise = 组织
contest-tab-referee = 裁判

## What it is

contest-parts = { $one }，{ $two }
contest-system-swiss = 积分编排制，{ $rounds } 轮
contest-system-round_robin = { $laps ->
    [1] 单循环赛
    [2] 双循环赛
   *[other] { $laps } 循环赛
}
contest-system-elimination = { $losses ->
    [1] 单败淘汰制
    [2] 双败淘汰制
   *[other] { $losses } 败淘汰制
}
contest-system-swiss_elimination = 积分编排加 { $losses } 败淘汰
contest-bout-game = 一局定胜负
contest-bout-best_of = { $games } 局决胜
contest-bout-boards = 团体赛，{ $boards } 台
contest-bout-win_and_continue = 擂台赛
contest-draw-both-out = 和棋双方下台
contest-draws-replay = 和棋重赛
contest-colours-nigiri = 每局猜先
contest-colours-alternate = 轮流执黑
contest-lineups-free = 台次自由安排
contest-from = 上一阶段前 { $first } 名
contest-from-carry = 上一阶段前 { $first } 名，积分带入
contest-pace-by_hand = 各轮由组织者开始
contest-pace-at_once = 各轮自动接续
contest-pace-at_once-after = 上一轮结束 { $pause } 后开始下一轮
contest-pace-at = 按日程
contest-ordered-by = 名次依次按{ $criteria }
contest-then = {"、"}
contest-entry = 报名方式
contest-entry-open = 自行报名
contest-entry-organiser = 由组织者报名
contest-entries-of = { $count }，至多 { $limit }
contest-who = 参赛者
contest-players = 个人
contest-teams = 团体
contest-games = 对局
contest-game = 对局
contest-lateness = 迟到
contest-lateness-doubled = 迟到时间加倍从限时中扣除，超过一小时判负
contest-lateness-quarter_hour = 迟到超过 15 分钟判负
contest-lateness-none = 从本轮开始时起计时
contest-unruled = 全局同形而裁判未裁定
contest-unruled-no_result = 无胜负
contest-unruled-draw = 判和
contest-move-limit = 满多少手由裁判裁定
contest-wrong-move-limit = 手数上限为 10 到 2000，或留空。
contest-illegal_move = 非法着手
contest-illegal_move-reject = 不予接受
contest-illegal_move-pass = 判虚着
contest-illegal_move-warn = 警告：罚一子，第二次判负
contest-illegal_move-lose = 判负
contest-overtime = 超时（读秒）
contest-overtime-lose = 判负
contest-overtime-pass = 判虚着
contest-overtime-penalty = 罚一子，再给一次读秒，最多两次
contest-where = 赛场
contest-where-here = 本服务器
contest-where-elsewhere = 别处，在此登记成绩
contest-organisers = 组织者
contest-referees = 裁判
contest-draw = 抽签
contest-drawn-seed = 按种子号
contest-drawn-rating = 按等级分
contest-drawn-rank = 按段位
contest-drawn-seeded = 前 { $seeded } 名种子分开，其余抽签
contest-drawn-lot = 抽签
contest-drawn-with = { $how }；随机种子 { $seed }
contest-draw-stale = 抽签后有人退出
contest-stages = 阶段
contest-stage = 阶段
contest-round = 轮次
contest-timetable = 第 { $stage } 阶段日程
contest-time = 开始时间
contest-time-there = 开始时间（{ $zone }）
contest-time-here = 您所在地（{ $zone }）
contest-sanctions = 处罚
contest-sanction-ban = { $whom } 停赛至 { $until }
contest-sanction-ban_everywhere = { $whom } 在 { $until } 之前不得参加本服务器的任何比赛
contest-sanction-lift_ban = 解除 { $whom } 的停赛
contest-sanction-lower_prize = { $whom } 奖金降低一档
contest-sanction-reprimand = 对 { $whom } 通报批评
contest-sanction-line = { $time }：{ $what }。{ $why }。{ $by }
contest-act = { $reason }：“{ $text }”

## Taking part

contest-you-are = 您已报名：{ $name }，{ $no } 号。
contest-enter = 报名
contest-withdraw = 退出
contest-withdraw-question = 退出比赛？已开始的对局判负。
contest-account = 账号
contest-rank = 段位
contest-no-rank = 无
contest-rank-k = { $n } 级
contest-rank-d = { $n } 段
contest-rank-p = 职业 { $n } 段
contest-rating = 等级分
contest-club = 单位
contest-seed = 种子号
contest-no = 编号
contest-team-name = 队名
contest-members = 队员，每行一人
contest-members-hint = 姓名, 段位, @账号，例如：李明, 5d, @liming。替补写在最后。
contest-myself = 我本人用此账号参赛
contest-add-entry = 添加参赛者
contest-change-entry = 修改报名
contest-change = 修改
contest-change-of = 修改 { $name } 的报名
contest-save = 保存
contest-no-entries = 还没有人报名。
contest-no-account = 没有账号
contest-from-round = 从第 { $round } 轮起
contest-withdrawn = 已退出
contest-excluded = 取消资格：{ $why }
contest-entries-csv = 报名名单（CSV）
contest-wrong-member = “{ $line }”中的“{ $part }”既不是段位也不是 @账号。
contest-lineup = 出场名单
contest-lineup-of = { $name } 的出场名单
contest-lineup-members = 下一场起的出场队员编号，第一台在前
contest-lineup-absent = 其中缺席（弃权）
contest-wrong-lineup = 请写队员编号，不要重复。
contest-member-leaves = 队员退出
contest-leaves-of = 队员退出：{ $name }
contest-ask-member-leaves = 已赛成绩有效，未赛各局按弃权计。

## A list of entries

contest-import = 导入名单
contest-import-hint = CSV，首行为表头：姓名、账号、段位、等级分、单位、种子号。全部导入，或一个也不导入。
contest-import-file = 文件
contest-import-paste = ……或粘贴在此处
contest-import-check = 只检查
contest-import-do = 导入
contest-import-empty = 没有内容。
contest-import-large = 名单最多 { $kib } KiB。
contest-import-good = { $count ->
    [0] 没有错误。
   *[other] 共 { $count } 项，没有错误。
}
contest-import-bad = 有 { $count } 处错误，不会导入。
contest-import-ignored = 忽略的列：{ $names }
contest-import-fault = { $line ->
    [0] 名单
   *[other] 第 { $line } 行
}{ $column ->
    [0] {""}
   *[other] 第 { $column } 列
} { $field }：{ $fault }
contest-column-no = 编号
contest-column-team = 队名
contest-column-name = 姓名
contest-column-account = 账号
contest-column-rank = 段位
contest-column-rating = 等级分
contest-column-club = 单位
contest-column-seed = 种子号
contest-column-from_round = 首轮

## Pairings

contest-table = 台次
contest-board = 台
contest-first-side = 主队（单数台执黑）
contest-second-side = 客队
contest-result = 结果
contest-officials = 裁判操作
contest-bye = 轮空
contest-bye-short = 空
contest-byes = 轮空：{ $names }
contest-forfeit = { $score }（弃权）
contest-both-lose = { $score }（双方判负）
contest-fixed = 由裁判或退出决定
contest-no-result = 无结果
contest-ruled = { $score }（裁决）
contest-elsewhere = 在别处进行
contest-playing = 对局中
contest-not-created = 即将开始
contest-game-state = 第 { $board } 台：{ $state }
contest-sheet = 第 { $table } 桌：{ $first } – { $second } { $score }
contest-bye-again = { $name } 第 { $times } 次轮空，无法避免
contest-remark-rematch = { $first } 与 { $second } 第 { $times } 次相遇，无法避免
contest-paired-at = { $time } 编排
contest-begun-at = { $time } 开始
contest-complete-at = { $time } 结束
contest-closed = 由工作人员结束
contest-by-hand = 人工编排：{ $why }

## Standings

contest-place = 名次
contest-prize = 奖项
contest-prize-shared = { $prizes }（{ $among } 人均分）
contest-prizes = 奖项
contest-line = 序号
contest-opponent = 对手
contest-score = 结果
contest-score-win = 胜
contest-score-draw = 和
contest-score-loss = 负
contest-after-rounds = { $rounds ->
    [0] 首轮尚未结束
   *[other] 已赛完 { $rounds } 轮
}
contest-standings-legend = 点名字可查看积分和破同分的来源。数字显示四位小数，名次按精确值决定。
contest-cross-legend = 数字为对手在本表中的序号；+ 胜，= 和，- 负，? 未完，! 弃权；黑、白为执子。
contest-not-paired = 未编排
contest-black-short = 黑
contest-white-short = 白
contest-met = 执{ $colour }{ $score ->
    [win] 胜 { $opponent }
    [draw] 和 { $opponent }
    [loss] 负于 { $opponent }
   *[open] 对 { $opponent }
}{ $forfeit ->
    [yes] （弃权）
   *[no] {""}
}
contest-criterion-points = 积分
contest-criterion-total = 总得分（第 27 条甲）
contest-criterion-sos = 对手积分之和
contest-criterion-sos_without_extremes = 去掉最高最低的对手积分之和
contest-criterion-sodos = 所胜对手积分之和
contest-criterion-sosos = 对手的对手积分之和
contest-criterion-beaten_opponents = 小分（所胜对手积分，含弃权）
contest-criterion-warnings = 警告少者
contest-criterion-direct_encounter = 相互胜负
contest-criterion-wins = 胜局数
contest-criterion-wins_with_white = 执白胜局数
contest-criterion-board_points = 局分
contest-criterion-board_wins = 胜局总数
contest-criterion-wins_on_board = 第 { $board } 台胜局
contest-criterion-survival = 淘汰轮次（{ $losses } 败淘汰）
contest-short-points = 积分
contest-short-total = 总得分
contest-short-sos = 对手分
contest-short-sos_without_extremes = 对手分-2
contest-short-sodos = 胜者分
contest-short-sosos = 再对手分
contest-short-beaten_opponents = 小分
contest-short-warnings = 警告
contest-short-direct_encounter = 相互
contest-short-wins = 胜
contest-short-wins_with_white = 白胜
contest-short-board_points = 局分
contest-short-board_wins = 胜局
contest-short-wins_on_board = { $board } 台
contest-short-survival = 轮次

## The bracket

contest-final = 决赛
contest-semifinals = 半决赛
contest-last-of = { $players } 强
contest-layer = { $name }（第 { $round } 轮）
contest-winner = 冠军：{ $name }
contest-place-open = 待定
contest-place-empty = 空
contest-place-left = { $name }（已退出）
contest-match-won = { $upper } 对 { $lower }：{ $winner } 晋级
contest-match-nobody = { $upper } 对 { $lower }：无人晋级
contest-match-open = { $upper } 对 { $lower }：未决

## Results

contest-final-result = 最终成绩
contest-not-final = 尚未结束：已赛完 { $rounds } 轮
contest-files = 下载
contest-file-csv = 成绩表（CSV）
contest-file-h9 = 欧洲围棋联合会格式成绩表（H9）
contest-file-txt = 可打印成绩表（文本）
contest-file-sgf = 全部已结束的对局（SGF）

## How a place came about

contest-to-standings = 看排名
contest-explain-nobody = 还没有可说明的内容。
contest-explain-of = { $name }：第 { $place } 名
contest-shared-with = 与 { $names } 并列
contest-by-lot = 加赛或抽签第 { $drawn }
contest-figure = { $name }：{ $value }
contest-level-none = 此项未起作用。
contest-level = 到此项时仍有 { $level } 人相同。
contest-formula-sum = { $sum } = { $value }
contest-formula-total = { $points } + [{ $opponents } ÷ ({ $highest } ÷ 2) - { $rounds }] = { $points } + { $bracket } = { $value }
contest-formula-not_all_met = 相同者并未全部相遇，不作比较。
contest-formula-count = { $value }
contest-formula-out = 第 { $round } 轮后淘汰。
contest-formula-in = 尚未淘汰。
contest-term-from = 取自
contest-term-counts = 计入
contest-term-why = 原因
contest-counted-played = 已对局
contest-counted-forfeit = 弃权
contest-counted-bye = 轮空
contest-counted-not_paired = 未编排
contest-counted-before_entry = 尚未报名
contest-counted-after_leaving = 已退出
contest-counted-void = 作废：有人未赛满半数轮次即退出
contest-counted-undecided = 尚无结果
contest-counted-highest = 最高，去掉
contest-counted-lowest = 最低，去掉
contest-counted-carried = 带入
contest-why-met = 编排说明
contest-why-pair = 第 { $round } 轮：积 { $points } 分，对积 { $others } 分的 { $name }。
contest-why-bye = 第 { $round } 轮：积 { $points } 分，轮空。
contest-obstacle-paired = 即同分组中相隔半组的对手。
contest-obstacle-met = 相隔半组的是 { $name }，已相遇 { $times } 次。
contest-obstacle-has_bye = 相隔半组的是 { $name }，其轮空。
contest-obstacle-own_bye = 相隔半组的是 { $name }。
contest-obstacle-floats = 相隔半组的是 { $name }，其对阵另一分组的 { $other }。
contest-obstacle-costs_more = 相隔半组的是 { $name }，但那样更差：{ $criterion }。
contest-obstacle-whole = 相隔半组的是 { $name }，但全轮以其对 { $other } 为优。
contest-cost-rematch = 再次相遇
contest-cost-bye_again = 再次轮空
contest-cost-colour_bounds = 同一颜色过多
contest-cost-bye_place = 排名较高者轮空
contest-cost-point_difference = 分差更大
contest-cost-float_again = 与上一轮同向浮动
contest-cost-float_as_before = 与前两轮同向浮动
contest-cost-same_club = 同单位
contest-cost-strong_wishes = 急需的颜色
contest-cost-mild_wishes = 应得的颜色
contest-cost-displacement = 离半组更远
contest-cost-lowest_list = 名单顺序
contest-wish = { $strength ->
    [strong] 急需执{ $colour }。
   *[mild] 应执{ $colour }。
}
contest-colour-reason-otherwise_more = 执子：反过来更差（{ $criterion }）。
contest-colour-reason-larger_difference = 执子：照顾黑白相差较多者。
contest-colour-reason-alternate = 执子：与上次相反。
contest-colour-reason-better_placed = 执子：照顾排名较高者。
contest-colour-reason-seed = 执子：按排名较高者的种子号。

## Organising

contest-do-next = 下一步
contest-do-always = 随时可做
contest-now-entry = 正在报名。到齐后请抽签。
contest-now-drawn = 已抽签，可以开赛。
contest-now-waiting = 第 { $round } 轮已编排，等待开始。
contest-now-open = 第 { $round } 轮进行中。
contest-now-paired_next = { $round ->
    [0] 第 { $stage } 阶段已开始，请编排第 { $next } 轮。
   *[other] 第 { $round } 轮已结束，请编排第 { $next } 轮，或结束本阶段。
}
contest-now-over = 赛事已结束。
contest-do-draw = 抽签
contest-ask-draw = 抽签决定首轮的编排。开赛前可以重抽。
contest-draw-by = 方式
contest-draw-seeded = 分开的种子数
contest-do-start = 开赛
contest-ask-start = 开赛？之后名单和大部分设置不能再改。
contest-do-begin = 开始本轮
contest-ask-begin = 开始本轮？将建立各局，棋手到场后计时。
contest-do-pair = 编排下一轮
contest-ask-pair = 编排下一轮？编排后等待您开始。
contest-do-pair-begin = 编排并开始
contest-ask-pair-begin = 编排下一轮并立即开始？
contest-do-close = 结束本轮
contest-ask-close = 结束本轮？没有结果的按和棋计，或按已有各局计。
contest-do-next-stage = 开始下一阶段
contest-ask-next-stage = 开始第 { $stage } 阶段？
contest-chosen-by-places = 按本阶段名次
contest-chosen = 晋级者编号，头号种子在前
contest-do-finish = 结束赛事
contest-ask-finish = 结束赛事？之后裁判仍可改判。
contest-settings = 设置
contest-cancel = 取消赛事
contest-by-hand-title = 人工编排
contest-pairs = 对阵，写编号
contest-pairs-hint = 每行一对，执黑者在前：3 - 7。单独一个编号为轮空。
contest-pair = { $first }（黑）– { $second }
contest-bye-of = { $name }：轮空
contest-not-in-list = 未编排：{ $names }
contest-wrong-pairs = 第 { $line } 行：{ $fault ->
    [unknown] 没有可编排的 { $no } 号
    [twice] { $no } 号重复
   *[unreadable] 请写两个编号，轮空写一个
}。
contest-pair-do = 按此编排
contest-swap = 交换黑白
contest-swap-title = 第 { $table } 台：{ $first } 执黑，{ $second } 执白

## Settings

contest-preset = 模板
contest-preset-computer-go = 计算机围棋赛：双循环，每方 1 小时
contest-preset-chinese-1988 = 全国赛（1988 年规则）：积分编排，2 小时，贴 2¾ 子
contest-preset-chinese-2002 = 全国赛（2002 年规则）：积分编排，2 小时，贴 3¾ 子
contest-preset-cgos = CGOS 式：每方 15 分，非法着手判负，各轮自动接续
contest-preset-uec = UEC 杯式：积分编排后八强淘汰
contest-field-description = 说明
contest-field-prizes = 最后阶段的奖项，从第一名起每行一项
contest-field-limit = 名额
contest-field-komi = 贴目（不填则按规则）
contest-field-teams = 团体参赛
contest-field-hosted = 在本服务器对局
contest-field-organisers = 组织者名字，用逗号分开
contest-field-referees = 裁判名字，用逗号分开
contest-field-system = 赛制
contest-field-count = 轮数
contest-field-bout = 每场
contest-field-games = 每场局数
contest-field-boards = 台数
contest-field-order = 名次依据
contest-field-first = 晋级人数
contest-field-carry = 积分带入
contest-field-pace = 各轮开始
contest-field-pause = 轮间间隔（1m、1h30m）
contest-field-zone = 时区
contest-field-times = 各轮开始时间，每行一个
contest-count-swiss = 轮数
contest-count-round_robin = 循环数
contest-count-elimination = 几败淘汰
contest-count-swiss_elimination = 几败淘汰
contest-choose-system-swiss = 积分编排制
contest-choose-system-round_robin = 循环赛
contest-choose-system-elimination = 淘汰制
contest-choose-system-swiss_elimination = 积分编排加淘汰
contest-choose-bout-game = 一局
contest-choose-bout-best_of = 多局决胜
contest-choose-bout-boards = 各台一局
contest-choose-bout-win_and_continue = 擂台赛
contest-choose-order-usual = 该赛制的通常顺序
contest-choose-order-total = 总得分、警告（第 27 条甲）
contest-choose-order-points = 积分、对手分、警告（第 27 条乙）
contest-choose-order-kept = 保持现状
contest-choose-pace-by_hand = 由组织者开始
contest-choose-pace-at_once = 间隔后自动开始
contest-choose-pace-at = 按日程
contest-add-stage = 增加阶段
contest-remove-stage = 删除最后阶段
contest-wrong-name = 请填写赛事名称。
contest-wrong-limit = 至少 2 个名额。
contest-wrong-count = 请填写整数。
contest-wrong-pause = 时间格式不对，例如：5m。
contest-wrong-times = 时间如 2026-12-01 09:30，依次递增，且须在有效的时区内。
contest-wrong-official = 没有名为 { $name } 的人。

## Ruling

contest-reason = 原因
contest-words = 说明
contest-rule = 裁决
contest-rule-of = 裁决第 { $table } 台
contest-rule-on = 对象
contest-rule-title = 第 { $table } 台：{ $first } – { $second }
contest-rule-do = 判定此结果
contest-whole-bout = 第 { $table } 台整场
contest-game-of = 第 { $game } 局：{ $black }（黑）– { $white }（白）
contest-new-result = 结果
contest-stands = 现为 { $score }。
contest-give-first = { $first } 胜，{ $second } 负
contest-give-second = { $second } 胜，{ $first } 负
contest-give-draw = 和棋：{ $first } 与 { $second }
contest-give-both_lose = 双方判负：{ $first } 与 { $second }
contest-give-first_forfeit = { $second } 弃权，{ $first } 胜
contest-give-second_forfeit = { $first } 弃权，{ $second } 胜
contest-give-both_forfeit = 双方弃权：{ $first } 与 { $second }
contest-give-none = 无结果：{ $first } 与 { $second }
contest-give-replay = 重赛
contest-rule-results = 结果
contest-rule-people = 人员
contest-to-pairings = 到对阵表裁决各台
contest-whom = 对象
contest-nobody-chosen = 请选择。
contest-somebody-else = 未报名者
contest-exclude = 取消资格
contest-readmit = 恢复参赛
contest-readmit-hint = 已退出或不再编排者，从下一轮起恢复编排。
contest-sanction = 处罚
contest-sanction-do = 执行
contest-sanction-kind-reprimand = 通报批评
contest-sanction-kind-lower_prize = 奖金降低一档
contest-sanction-kind-ban = 停赛
contest-sanction-kind-lift_ban = 解除停赛
contest-sanction-everywhere = 适用于本服务器的所有比赛
contest-until = 截止时间
contest-wrong-until = 请填写截止时间。
contest-boards = 各台
contest-boards-state = { $open ->
    [0] 没有进行中的对局。
   *[other] { $open } 局进行中，{ $troubled } 局需处理。
}
contest-since = 时间
contest-ends-in = { $time }后结束
contest-trouble-final_stop = 最终停棋：须裁定死活
contest-trouble-repetition = 全局同形：须由裁判裁定
contest-trouble-move_limit = 已到手数上限：须由裁判裁定
contest-trouble-suspended = 裁判暂停
contest-trouble-long_scoring = 数子过久
contest-trouble-late = 有人未到
contest-trouble-missing = 对局尚未建立
contest-trouble-paused = 暂停
contest-trouble-adjourned = 封棋
contest-trouble-scoring = 标记死子
contest-trouble-warned = 有警告
contest-trouble-playing = 对局中
contest-trouble-disconnected = 连接中断
contest-trouble-unread = 无法读取
contest-trouble-of = { $trouble }：{ $who }
contest-and-who = 、
contest-order = 命令
contest-order-of = 对第 { $table } 台下命令
contest-order-title = 第 { $table } 台
contest-order-do = 执行
contest-order-suspend = 暂停对局
contest-order-resume = 恢复对局
contest-order-warn_black = 警告{ $black }
contest-order-warn_white = 警告{ $white }
contest-order-lose_black = 判{ $black }负
contest-order-lose_white = 判{ $white }负
contest-order-lose_both = 双方判负
contest-order-clocks = 设定用时
contest-order-take_back = 退回若干手
contest-order-edit = 改动局面
contest-order-adjudicate_count = 按盘面数子判定
contest-order-life_and_death = 裁定死活并数子
contest-order-adjudicate = 判定结果
contest-order-restart = 重新开始
contest-order-replay = 判为无结果，重赛
contest-order-repetition_draw = 全局同形：判和
contest-order-repetition_no_result = 全局同形：无胜负
contest-order-repetition_replay = 全局同形：重赛
contest-order-repetition_forbid = 全局同形：禁止，退回这一手
contest-order-repetition_continue = 全局同形：继续
contest-order-colours_wrong = 先后手有误，交换后重新对局
contest-order-result = 结果：B+3.5、W+R、B+F、0
contest-order-none-dead = 没有死子。
contest-order-dead-are = 死子：{ $points }
contest-order-dead-hint = 点一子，整块棋标为死子；再点一次即为活棋。
contest-order-force-majeure = 因不可抗力（须已下超过 150 手）
contest-order-main = { $side }基本用时
contest-order-periods = { $side }读秒次数
contest-order-clocks-hint = 时间如 20m、1h30m；留空则不变。
contest-order-clockless = 本局不计时。
contest-order-moves = 退回手数，含停一手（共 { $played } 手）
contest-order-tap = 点击放置
contest-order-tap-none = 无：提走棋子
contest-order-next = 下一手
contest-order-next-same = 不变
contest-order-changes = 提走：{ $remove }。黑：{ $black }。白：{ $white }。
contest-order-moved = 对局已有进展：请查看局面后再下命令。
contest-order-progress = 共 { $count } 局，完成 { $done }，拒绝 { $refused }
contest-order-none = 未执行：各局均拒绝。
contest-wrong-result = 结果如 B+3.5、W+R、B+F 或 0。
contest-wrong-clock = 时间如 20m 或 1h30m。
contest-wrong-no-clock = 请至少设定一方的用时。
contest-wrong-moves = 请填写 1 到 { $played } 之间的手数。
contest-wrong-no-change = 尚无改动：请点击棋盘，或选择下一手。
contest-suspend-all = 全部暂停
contest-resume-all = 全部恢复
contest-ask-suspend-all = 同时暂停 { $count } 局，包括计时？
contest-ask-resume-all = 恢复 { $count } 局？
