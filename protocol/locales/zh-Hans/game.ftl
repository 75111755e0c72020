### What happens in a game: results, endings, events, calls.

## Sides

colour-black = 黑方
colour-white = 白方

## Results

outcome-count = { $winner ->
    [black] 黑
   *[white] 白
}胜 { $zi } 子
outcome-resignation = { $winner ->
    [black] 黑
   *[white] 白
}中盘胜
outcome-time = { $winner ->
    [black] 白
   *[white] 黑
}超时负
outcome-forfeit = { $winner ->
    [black] 白
   *[white] 黑
}判负
outcome-ruling = { $winner ->
    [black] 裁判判黑胜
   *[white] 裁判判白胜
}
outcome-ruling-count = { $winner ->
    [black] 裁判判黑胜
   *[white] 裁判判白胜
} { $zi } 子
outcome-no_show = { $winner ->
    [black] 白方未到，黑胜
   *[white] 黑方未到，白胜
}
outcome-abandoned = { $winner ->
    [black] 白方离开，黑胜
   *[white] 黑方离开，白胜
}
outcome-won = { $winner ->
    [black] 黑
   *[white] 白
}胜
outcome-draw = 和棋
outcome-none = 无胜负
outcome-none-no_show = 无胜负：一方未到
outcome-none-abandoned = 无胜负：双方均已离开
outcome-none-both_lose = 双方判负
outcome-none-replay = 无胜负：重赛
outcome-none-wrong_colours = 无胜负：先后手有误，重新对局
outcome-none-repetition = 无胜负：全局同形再现
outcome-area = { $outcome }：黑 { $black } 子，白 { $white } 子，双方均分 { $neutral } 点
outcome-penalties = { $outcome }；因警告和超时，黑方罚 { $black } 子，白方罚 { $white } 子

## Komi, rules, settings

komi = 贴 { $zi } 子（{ $points } 目）
komi-none = 不贴子
komi-reverse = 倒贴 { $zi } 子（{ $points } 目）
handicap = 让 { $stones } 子
rules-chinese = 中国规则
rules-chinese-1988 = 1988 年中国规则
rules-aga = AGA 规则
rules-new-zealand = 新西兰规则
rules-tromp-taylor = Tromp-Taylor 规则
illegal_move-pass = 非法着手判虚着
illegal_move-warn = 非法着手警告
illegal_move-lose = 非法着手判负
overtime-pass = 超时判虚着
overtime-penalty = 超时罚一子，最多两次
ko-positional = 禁止全局同形再现
ko-situational = 禁止同一方走出全局同形再现
ko-simple = 只禁止立即提劫
ko-referee = 全局同形由裁判裁定
suicide-no = 禁止自杀
suicide-multi = 允许多子自杀
compensation-n = 每个让子还白方 1 目
compensation-n_minus_one = 除第一个外每个让子还白方 1 目
compensation-none = 让子不还目
ending-confirmed = 双方确认死子后数子
ending-as_it_stands = 双方停一手后按盘面数子
placement-fixed = 让子放在星位
placement-free = 让子自由放置
visibility-public = 公开
visibility-unlisted = 不列出
visibility-private = 不公开
maker-black = 执黑
maker-white = 执白
maker-nigiri = 猜先
undo-off = 不可悔棋
pauses-off = 不许暂停
pauses = 暂停合计 { $time }

## Time

time-none = 不限时
time-absolute = 每方 { $main }
time-byo_yomi = { $main }，读秒 { $periods } 次×{ $period }
time-byo_yomi-only = 读秒 { $periods } 次×{ $period }
time-canadian = { $main }，之后每 { $block } { $stones } 手
time-canadian-only = 每 { $block } { $stones } 手
time-fischer = { $main }，每手加 { $increment }
time-fischer-cap = { $main }，每手加 { $increment }，最多 { $cap }
time-simple = 每手 { $allowance }
time-correspondence = 每手 { $allowance }
# The largest unit first: 1 h 30 min.
duration-and = { $larger } { $smaller }
duration-days = { $n } 天
duration-hours = { $n } 小时
duration-minutes = { $n } 分
duration-seconds = { $n } 秒
duration-milliseconds = { $n } 毫秒
clock-days = { $days } 天 { $time }
# For how long something may last, rounded up.
within-seconds = { $n } 秒
within-minutes = { $n } 分钟
within-hours = { $n } 小时
within-days = { $n } 天

## Calls of the time keeper

call-begins = 开始读秒，共 { $periods } 次
call-seconds = { $seconds } 秒
call-left = { $periods ->
    [1] 还有最后 { $periods } 次读秒
   *[other] 还有 { $periods } 次读秒
}
call-last = { $seconds ->
    [1] 一
    [2] 二
    [3] 三
    [4] 四
    [5] 五
    [6] 六
    [7] 七
    [8] 八
    [9] 九
   *[10] 十
}

## The phases of a game

phase-waiting = 等待开局
phase-playing = 对局中
phase-paused = 暂停
phase-adjourned = 封棋
phase-scoring = 确认死子
phase-finished = 已结束

## Moves

move-play = 第 { $number } 手：{ $colour } { $vertex }
move-pass = 第 { $number } 手：{ $colour }停一手

## What an event tells, one for each kind

event-created = 对局已建立
event-arrived = { $colour }已到场
event-handicap = { $colour }放置让子 { $vertex }
event-play = { $colour } { $vertex }
event-play-captures = { $colour } { $vertex }，提 { $stones } 子
event-pass = { $colour }停一手
event-pass-stop = { $colour }停一手，对局停止
event-repeats = { $event }；与第 { $ply } 手后全局同形，第 { $occurrence } 次出现
event-repeats-start = { $event }；与开局时全局同形，第 { $occurrence } 次出现
event-awaits-repetition = { $event }；对局停止，全局同形由裁判裁定
event-awaits-move_limit = { $event }；已到手数上限，由裁判裁定
# The rules that refuse a play.
illegal-occupied = 该处已有棋子
illegal-suicide = 禁着点
illegal-ko = 劫
illegal-superko = 全局同形再现
event-illegal = { $colour }不能下 { $vertex }（{ $rule }）
event-illegal-pass = { $colour } { $vertex } 为非法着手（{ $rule }），判虚着
event-illegal-warn = { $colour } { $vertex } 为非法着手（{ $rule }），警告
event-illegal-lose = { $colour } { $vertex } 为非法着手（{ $rule }），判负
event-stops = { $event }；对局停止
event-resigned = { $colour }认输
event-undo_requested = { $colour }请求悔棋 { $moves } 手
event-undo_answered = 已悔棋 { $moves } 手
event-undo_answered-no = { $colour }不同意悔棋
event-proposed = { $colour }请求暂停
event-proposed-count = { $colour }申请数子
event-proposed-adjourn = { $colour }提议封棋
event-proposed-adjourn-until = { $colour }提议封棋，{ $time } 续弈
event-proposed-go_on = { $colour }请求继续对局
event-declined = { $colour }没有同意
event-paused = 对局暂停；最迟{ $within }后自动继续
event-went_on = 对局继续
event-went_on-itself = 暂停时间已用完，对局继续
event-count_agreed = 双方同意数子，对局停止
event-adjournment_agreed = 同意封棋，{ $time } 续弈；由轮到的一方封手
event-sealed = { $colour }已封手，对局封棋
event-unsealed = 续弈，打开封手：{ $colour } { $vertex }
event-unsealed-pass = 续弈，打开封手：{ $colour }停一手
event-marked = { $colour }将 { $vertex } 标为{ $dead ->
    [yes] 死子
   *[no] 活子
}（第 { $revision } 版）
event-accepted = { $colour }同意死子标记
event-resumed = { $colour }要求继续对局
event-resumed-unconfirmed = 未在时限内确认死子，对局继续
event-resume_requested = { $colour }希望继续对局
event-settled = 未在时限内确认或裁定，所有棋子按活子计
event-settled-repetition = 裁判未在时限内裁定全局同形
event-timed_out = { $colour }超时
event-overran = { $colour }超时
event-overran-pass = { $colour }超时，判虚着
event-overran-penalty = { $colour }超时，罚一子，再给一次读秒
event-cancelled = 对局无胜负结束
event-credited = 服务器曾中断，补还{ $colour } { $seconds } 秒
event-warned = { $colour }被警告：{ $reason }
event-ruled = 裁判裁决：{ $reason }
event-ruled-result = 裁判裁决：{ $outcome }（{ $reason }）
event-ruled-clocks = 裁判调整了用时（{ $reason }）
event-ruled-taken_back = 裁判退回 { $moves } 手（{ $reason }）
event-ruled-forbidden = 裁判退回造成全局同形的一手，禁止{ $colour }再次造成全局同形（{ $reason }）
event-ruled-edited = 裁判修改了局面，从这里继续（{ $reason }）
event-ruled-restarted = 裁判决定重新开始本局（{ $reason }）
event-ruled-suspended = 裁判中止对局（{ $reason }）
event-ruled-resumed = 裁判恢复对局（{ $reason }）
event-with-text = { $event }：“{ $text }”

## Why a referee acted

reason-late = 迟到
reason-cheating = 作弊
reason-consulting = 与他人商议
reason-talking = 谈论对局
reason-device = 使用电子设备
reason-smoking = 吸烟
reason-disturbance = 干扰比赛
reason-withdrawal = 中途退赛
reason-ceremony = 缺席仪式
reason-other = 其他原因

## 裁判将要做的事

order-warn = 警告{ $colour }
order-lose = 判{ $colour }负
order-lose-both = 判双方负
order-adjudicate = 以 { $result } 裁定胜负
order-adjudicate_count = 按盘上现状数子，裁定胜负
order-overturn = 把已结束的这盘棋改判为 { $result }
order-life_and_death = 裁定死活并数子
order-clocks = 调整用时
order-take_back = 退回 { $moves } 手
order-edit = 修改局面并继续对局
order-restart = 重新开始本局
order-replay = 本局无胜负，重赛
order-colours_wrong = 先后手有误，交换后重新对局
order-suspend = 中止对局
order-resume = 恢复对局
order-repetition-draw = 全局同形：判和
order-repetition-no_result = 全局同形：判无胜负
order-repetition-replay = 全局同形：判重赛
order-repetition-forbid = 全局同形：退回这一手，禁止该方再次造成全局同形
order-repetition-continue = 全局同形：继续对局

## What a game waits for

state-waiting = 等待棋手到场
state-placing = { $colour }还要放置 { $stones } 个让子
state-to_move = 轮到{ $colour }
state-to_move-final = 轮到{ $colour }；下次停止对局后不能单方面继续
state-undo = { $by }请求悔棋 { $moves } 手；轮到{ $colour }
state-finished = 已结束
state-paused = 暂停中；最迟{ $within }后自动继续
state-suspended = 裁判已中止对局，由裁判恢复
state-awaits-repetition = 全局同形，等待裁判裁定
state-awaits-move_limit = 已到手数上限，等待裁判裁定
state-adjourned = 封棋中，最迟 { $time } 续弈
state-sealing = 等待{ $colour }封手
state-stopped = 对局停止：{ $dead }（第 { $revision } 版）
state-stopped-final = 对局停止，双方同意才能继续：{ $dead }（第 { $revision } 版）
state-dead = { $stones ->
    [0] 没有标记死子
   *[other] 已标记 { $stones } 个死子，盘上以小字显示
}
state-accepts = { $state }，{ $colour }同意
state-resumes = { $state }，{ $colour }希望继续对局
state-seconds = { $state }；剩余 { $seconds } 秒
