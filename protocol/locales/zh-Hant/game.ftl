### What happens in a game: results, endings, events, calls.

## Sides

colour-black = 黑方
colour-white = 白方

## Results

outcome-count = { $winner ->
    [black] 黑
   *[white] 白
}勝 { $zi } 子
outcome-resignation = { $winner ->
    [black] 黑
   *[white] 白
}中盤勝
outcome-time = { $winner ->
    [black] 白
   *[white] 黑
}超時負
outcome-forfeit = { $winner ->
    [black] 白
   *[white] 黑
}判負
outcome-ruling = { $winner ->
    [black] 裁判判黑勝
   *[white] 裁判判白勝
}
outcome-ruling-count = { $winner ->
    [black] 裁判判黑勝
   *[white] 裁判判白勝
} { $zi } 子
outcome-no_show = { $winner ->
    [black] 白方未到，黑勝
   *[white] 黑方未到，白勝
}
outcome-abandoned = { $winner ->
    [black] 白方離開，黑勝
   *[white] 黑方離開，白勝
}
outcome-won = { $winner ->
    [black] 黑
   *[white] 白
}勝
outcome-draw = 和棋
outcome-none = 無勝負
outcome-none-no_show = 無勝負：一方未到
outcome-none-abandoned = 無勝負：雙方均已離開
outcome-none-both_lose = 雙方判負
outcome-none-replay = 無勝負：重賽
outcome-none-wrong_colours = 無勝負：先後手有誤，重新對局
outcome-none-repetition = 無勝負：全局同形再現
outcome-area = { $outcome }：黑 { $black } 子，白 { $white } 子，雙方均分 { $neutral } 點
outcome-penalties = { $outcome }；因警告和超時，黑方罰 { $black } 子，白方罰 { $white } 子

## Komi, rules, settings

komi = 貼 { $zi } 子（{ $points } 目）
komi-none = 不貼子
komi-reverse = 倒貼 { $zi } 子（{ $points } 目）
handicap = 讓 { $stones } 子
rules-chinese = 中國規則
rules-chinese-1988 = 1988 年中國規則
rules-aga = AGA 規則
rules-new-zealand = 紐西蘭規則
rules-tromp-taylor = Tromp-Taylor 規則
illegal_move-pass = 非法著手判虛著
illegal_move-warn = 非法著手警告
illegal_move-lose = 非法著手判負
overtime-pass = 超時判虛著
overtime-penalty = 超時罰一子，最多兩次
ko-positional = 禁止全局同形再現
ko-situational = 禁止同一方走出全局同形再現
ko-simple = 只禁止立即提劫
ko-referee = 全局同形由裁判裁定
suicide-no = 禁止自殺
suicide-multi = 允許多子自殺
compensation-n = 每個讓子還白方 1 目
compensation-n_minus_one = 除第一個外每個讓子還白方 1 目
compensation-none = 讓子不還目
ending-confirmed = 雙方確認死子後數子
ending-as_it_stands = 雙方虛手後按盤面數子
placement-fixed = 讓子放在星位
placement-free = 讓子自由放置
visibility-public = 公開
visibility-unlisted = 不列出
visibility-private = 不公開
maker-black = 執黑
maker-white = 執白
maker-nigiri = 猜先
undo-off = 不可悔棋
pauses-off = 不許暫停
pauses = 暫停合計 { $time }

## Time

time-none = 不限時
time-absolute = 每方 { $main }
time-byo_yomi = { $main }，讀秒 { $periods } 次×{ $period }
time-byo_yomi-only = 讀秒 { $periods } 次×{ $period }
time-canadian = { $main }，之後每 { $block } { $stones } 手
time-canadian-only = 每 { $block } { $stones } 手
time-fischer = { $main }，每手加 { $increment }
time-fischer-cap = { $main }，每手加 { $increment }，最多 { $cap }
time-simple = 每手 { $allowance }
time-correspondence = 每手 { $allowance }
# The largest unit first: 1 h 30 min.
duration-and = { $larger } { $smaller }
duration-days = { $n } 天
duration-hours = { $n } 小時
duration-minutes = { $n } 分
duration-seconds = { $n } 秒
duration-milliseconds = { $n } 毫秒
clock-days = { $days } 天 { $time }
# For how long something may last, rounded up.
within-seconds = { $n } 秒
within-minutes = { $n } 分鐘
within-hours = { $n } 小時
within-days = { $n } 天

## Calls of the time keeper

call-begins = 開始讀秒，共 { $periods } 次
call-seconds = { $seconds } 秒
call-left = { $periods ->
    [1] 還有最後 { $periods } 次讀秒
   *[other] 還有 { $periods } 次讀秒
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

phase-waiting = 等待開局
phase-playing = 對局中
phase-paused = 暫停
phase-adjourned = 封棋
phase-scoring = 確認死子
phase-finished = 已結束

## Moves

move-play = 第 { $number } 手：{ $colour } { $vertex }
move-pass = 第 { $number } 手：{ $colour }虛手

## What an event tells, one for each kind

event-created = 對局已建立
event-arrived = { $colour }已到場
event-handicap = { $colour }放置讓子 { $vertex }
event-play = { $colour } { $vertex }
event-play-captures = { $colour } { $vertex }，提 { $stones } 子
event-pass = { $colour }虛手
event-pass-stop = { $colour }虛手，對局停止
event-repeats = { $event }；與第 { $ply } 手後全局同形，第 { $occurrence } 次出現
event-repeats-start = { $event }；與開局時全局同形，第 { $occurrence } 次出現
event-awaits-repetition = { $event }；對局停止，全局同形由裁判裁定
event-awaits-move_limit = { $event }；已到手數上限，由裁判裁定
# The rules that refuse a play.
illegal-occupied = 該處已有棋子
illegal-suicide = 禁著點
illegal-ko = 劫
illegal-superko = 全局同形再現
event-illegal = { $colour }不能下 { $vertex }（{ $rule }）
event-illegal-pass = { $colour } { $vertex } 為非法著手（{ $rule }），判虛著
event-illegal-warn = { $colour } { $vertex } 為非法著手（{ $rule }），警告
event-illegal-lose = { $colour } { $vertex } 為非法著手（{ $rule }），判負
event-stops = { $event }；對局停止
event-resigned = { $colour }認輸
event-undo_requested = { $colour }請求悔棋 { $moves } 手
event-undo_answered = 已悔棋 { $moves } 手
event-undo_answered-no = { $colour }不同意悔棋
event-proposed = { $colour }請求暫停
event-proposed-count = { $colour }申請數子
event-proposed-adjourn = { $colour }提議封棋
event-proposed-adjourn-until = { $colour }提議封棋，{ $time } 續弈
event-proposed-go_on = { $colour }請求繼續對局
event-declined = { $colour }沒有同意
event-paused = 對局暫停；最遲{ $within }後自動繼續
event-went_on = 對局繼續
event-went_on-itself = 暫停時間已用完，對局繼續
event-count_agreed = 雙方同意數子，對局停止
event-adjournment_agreed = 同意封棋，{ $time } 續弈；由輪到的一方封手
event-sealed = { $colour }已封手，對局封棋
event-unsealed = 續弈，打開封手：{ $colour } { $vertex }
event-unsealed-pass = 續弈，打開封手：{ $colour }虛手
event-marked = { $colour }將 { $vertex } 標為{ $dead ->
    [yes] 死子
   *[no] 活子
}（第 { $revision } 版）
event-accepted = { $colour }同意死子標記
event-resumed = { $colour }要求繼續對局
event-resumed-unconfirmed = 未在時限內確認死子，對局繼續
event-resume_requested = { $colour }希望繼續對局
event-settled = 未在時限內確認或裁定，所有棋子按活子計
event-settled-repetition = 裁判未在時限內裁定全局同形
event-timed_out = { $colour }超時
event-overran = { $colour }超時
event-overran-pass = { $colour }超時，判虛著
event-overran-penalty = { $colour }超時，罰一子，再給一次讀秒
event-cancelled = 對局無勝負結束
event-credited = 伺服器曾中斷，補還{ $colour } { $seconds } 秒
event-warned = { $colour }被警告：{ $reason }
event-ruled = 裁判裁決：{ $reason }
event-ruled-result = 裁判裁決：{ $outcome }（{ $reason }）
event-ruled-clocks = 裁判調整了用時（{ $reason }）
event-ruled-taken_back = 裁判退回 { $moves } 手（{ $reason }）
event-ruled-forbidden = 裁判退回造成全局同形的一手，禁止{ $colour }再次造成全局同形（{ $reason }）
event-ruled-edited = 裁判修改了局面，從這裡繼續（{ $reason }）
event-ruled-restarted = 裁判決定重新開始本局（{ $reason }）
event-ruled-suspended = 裁判中止對局（{ $reason }）
event-ruled-resumed = 裁判恢復對局（{ $reason }）
event-with-text = { $event }：「{ $text }」

## Why a referee acted

reason-late = 遲到
reason-cheating = 作弊
reason-consulting = 與他人商議
reason-talking = 談論對局
reason-device = 使用電子設備
reason-smoking = 吸菸
reason-disturbance = 干擾比賽
reason-withdrawal = 中途退賽
reason-ceremony = 缺席儀式
reason-other = 其他原因

## 裁判將要做的事

order-warn = 警告{ $colour }
order-lose = 判{ $colour }負
order-lose-both = 判雙方負
order-adjudicate = 以 { $result } 裁定勝負
order-adjudicate_count = 按盤上現狀數子，裁定勝負
order-overturn = 把已結束的這盤棋改判為 { $result }
order-life_and_death = 裁定死活並數子
order-clocks = 調整用時
order-take_back = 退回 { $moves } 手
order-edit = 修改局面並繼續對局
order-restart = 重新開始本局
order-replay = 本局無勝負，重賽
order-colours_wrong = 先後手有誤，交換後重新對局
order-suspend = 中止對局
order-resume = 恢復對局
order-repetition-draw = 全局同形：判和
order-repetition-no_result = 全局同形：判無勝負
order-repetition-replay = 全局同形：判重賽
order-repetition-forbid = 全局同形：退回這一手，禁止該方再次造成全局同形
order-repetition-continue = 全局同形：繼續對局

## What a game waits for

state-waiting = 等待棋手到場
state-placing = { $colour }還要放置 { $stones } 個讓子
state-to_move = 輪到{ $colour }
state-to_move-final = 輪到{ $colour }；下次停止對局後不能單方面繼續
state-undo = { $by }請求悔棋 { $moves } 手；輪到{ $colour }
state-finished = 已結束
state-paused = 暫停中；最遲{ $within }後自動繼續
state-suspended = 裁判已中止對局，由裁判恢復
state-awaits-repetition = 全局同形，等待裁判裁定
state-awaits-move_limit = 已到手數上限，等待裁判裁定
state-adjourned = 封棋中，最遲 { $time } 續弈
state-sealing = 等待{ $colour }封手
state-stopped = 對局停止：{ $dead }（第 { $revision } 版）
state-stopped-final = 對局停止，雙方同意才能繼續：{ $dead }（第 { $revision } 版）
state-dead = { $stones ->
    [0] 沒有標記死子
   *[other] 已標記 { $stones } 個死子，盤上以小字顯示
}
state-accepts = { $state }，{ $colour }同意
state-resumes = { $state }，{ $colour }希望繼續對局
state-seconds = { $state }；剩餘 { $seconds } 秒
