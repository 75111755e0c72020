### The page in a browser.

page-title = 天元 Tengen
page-title-game = { $black } – { $white } · 天元
page-title-turn = { $turn } · { $game }
page-title-your-move = ● 轮到您
page-skip = 跳到正文
page-unreachable = 无法连接服务器。

## The head

page-places = 页面
page-tournaments = 赛事
page-link-connecting = 正在连接
page-link-down = 连接中断
page-link-next = { $seconds ->
    [0] 正在重试
   *[other] { $seconds } 秒后重试
}
page-game-began = 您的另一局对局开始了
page-challenged = { $name } 向您邀战
page-log-in = 登录
page-log-out = 退出登录
page-ask-log-out = 在此退出登录？
page-still-logged-in = 您仍处于登录状态：{ $why }
page-login-ended = 您的登录已结束。
page-account-changed = 此浏览器现已登录为 { $name }
page-account = 登录
page-name = 名字
page-password = 密码
page-register = 注册
page-guest = 以访客身份对局
page-guest-hint = 没有账号：
page-cancel = 取消
page-close = 关闭

## Settings

page-settings = 设置
page-language = 语言
page-theme = 外观
page-theme-auto = 跟随系统
page-theme-light = 浅色
page-theme-dark = 深色
page-board-look = 棋盘
page-board-wood = 木纹
page-board-plain = 素色
page-confirm = 落子确认
page-confirm-touch = 触屏时
page-confirm-always = 总是
page-confirm-never = 从不
page-sound = 落子声
page-calls = 朗读读秒

## The lobby

page-lobby = 大厅
page-own-games = 我的对局
page-live-games = 可观战的对局
page-finished-games = 已结束的对局
page-no-games = 现在没有对局。
page-offers = 邀战
page-no-offers = 还没有人邀战，可以发起对局。
page-offer-waits = 有人应战后，对局会在这里自动开始。
page-offers-log-in = 登录或以访客身份进入后，可查看和发起邀战。
page-new-offer = 发起对局
page-take = 应战
page-take-of = 应战：{ $name }
page-withdraw = 撤回
page-your-offer = 我发起的对局
page-game-between = { $black }（黑）对 { $white }（白）
page-state-moves = { $state }，{ $moves } 手
page-offer-title = 发起对局
page-offer = 发起
page-offer-size = 棋盘
page-offer-time = 用时
page-offer-rules = 规则
page-offer-colour = 执子
page-offer-handicap = 让子
page-offer-komi = 贴目
page-offer-visibility = 谁可以看
page-offer-undo = 允许请求悔棋
page-even = 分先
page-offer-open = 已发起邀战
page-offer-to-you = 只邀您
page-offer-to-name = 只邀 { $name }
page-offer-to-one = 指名邀战
page-challenge = 邀战
page-challenge-of = 向 { $name } 邀战
page-offer-to = 对手
page-anybody = 不指定
page-presets = 常用
page-preset-blitz = { $size } 快棋
page-preset-normal = { $size } 普通
page-preset-slow = { $size } 慢棋
page-other = 其他
page-width = 横向路数
page-height = 纵向路数
page-time-typed = 用时简写
page-time-hint = 10分+3×30秒、20分+25/10分、10分+15秒/手、1小时、30秒/手、3天/手、不限时
page-points = 贴目数
page-offer-fine = 更多规则
page-as-rules = 按规则
page-komi-usual-of = 按规则：{ $zi } 子（{ $points } 目）
page-offer-placement = 让子摆法
page-offer-ko = 打劫
page-offer-suicide = 自杀
page-offer-compensation = 让子还目
page-wrong-size = 棋盘每边 1 至 25 路。
page-wrong-time = 用时格式不对，例如：10分+3×30秒。
page-wrong-colour = 让子对局请选执黑或执白。
page-wrong-komi = 只能是整目或半目，最多 999.5。
page-nobody = 没有这个名字的棋手。

## Games that ended

page-all-finished = 全部已结束的对局
page-games-of = { $name } 的对局
page-archive = 已结束的对局
page-result = 结果
page-date = 日期
page-none-found = 没有这样的已结束对局。
page-any = 不限
page-search-player = 棋手
page-search-opponent = 对手
page-result-won = 该棋手胜
page-result-lost = 该棋手负
page-result-other = 和棋或无胜负
page-record = 棋谱
page-sgf-of = SGF：{ $black } – { $white }
page-more = 更多
page-searching = 正在查找……
page-shown-more = 已列出 { $count } 局，还有更早的。
page-shown-all = 共 { $count } 局。
page-nobody-either = 这两个名字中有查无此人的。
page-has-ended = 此账号已结束，对局仍在。
page-is-guest = 访客
page-since = 注册于 { $date }
page-record-of = { $finished } 局：{ $won } 胜 { $lost } 负，其他 { $other } 局
page-games-now = 正在进行的对局
page-games = 棋手与对局

## A game

page-game = 对局
page-loading = 正在载入对局。
page-about = 对局信息
page-sgf = 下载 SGF
page-copy-link = 复制链接
page-share = 分享
page-link-copied = 链接已复制。
page-you = 您
page-captured = 提子 { $stones }
page-captured-passes = 提子 { $stones } + { $passes }
page-warned = 警告 { $count } 次
page-no-repetition = 禁止全局同形
page-penalties = 超时罚 { $count } 子
page-not-here = 尚未到场
page-periods = { $periods ->
    [1] 最后一次读秒
   *[other] 读秒剩 { $periods } 次
}
page-then-periods = + { $periods } 次 × { $time }
page-stones = 内 { $stones } 手
page-then-stones = + { $time } 内 { $stones } 手
page-your-move = 轮到您
page-your-move-passed = { $colour }停一手，轮到您
page-play-again = 再下一局
page-to-lobby = 回大厅
page-pass = 停一手
page-undo = 悔棋
page-ask = 请求…
page-ask-title = 向对手请求
page-pause = 请求暂停
page-pause-hint = 双方停钟，直到双方同意继续，最迟{ $time }后继续。
page-count = 申请数子
page-count-hint = 如同双方停一手：停止对局，标记死子。
page-adjourn = 请求封棋
page-adjourn-hint = 轮到的一方封手，谁也看不到。双方同意时续弈，或在约定的时间续弈。
page-adjourn-until = 续弈时间（不填：30 天后）
page-adjourn-time = 请求改时间
page-go-on = 请求继续
page-proposal-agree = 同意
page-proposal-decline = 不同意
page-proposal-withdraw = 撤回请求
page-seal = 请封手：所选的点不会显示给任何人
page-seal-there = 封手 { $vertex }
page-seal-pass = 封手：停一手
page-left-pause = 最迟{ $time }后自动继续。
page-undo-allow = 同意
page-undo-refuse = 不同意
page-undo-withdraw = 撤回请求
page-asked-undo = 对方请求悔棋 { $moves } 手。
page-resign = 认输
page-question-pass = 停一手？
page-question-resign = 认输？
page-play-there = 落子 { $vertex }
page-seat-taken = 您正在另一个窗口下这局棋。
page-take-seat = 在此继续下
page-sent-later = { $what }：恢复连接后立即发出。
page-refused = { $what }：{ $why }
page-nudge = 移动所选的点
page-nudge-left = 左移一路
page-nudge-right = 右移一路
page-nudge-up = 上移一路
page-nudge-down = 下移一路
page-lost-moves = 服务器丢失了您的着法 { $moves }：请看盘面。
page-refusal-not_a_player = 只有棋手可以这样做
page-refusal-in_scoring = 双方停一手，对局停止：请标记死子，或继续对局

## Dead stones

page-marks = { $stones ->
    [0] 没有标记死子
   *[other] 已标记 { $stones } 个死子
}（第 { $revision } 版）。
page-marks-hint = { $marks }点一块棋，可标为死子或活子。
page-marks-accepted = { $marks }您已同意，等待对方同意。
page-accept = 同意标记
page-accepts = 同意
page-wants-on = 希望继续对局
page-resume = 继续对局
page-ask-resume = 请求继续对局
page-left = 确认时间剩 { $time }，过时继续对局。
page-left-final = 确认时间剩 { $time }，过时所有棋子按活子计。

## Looking back

page-moves = 着法
page-no-moves = 尚未落子。
page-review = 回看
page-first = 开局
page-back = 上一手
page-forth = 下一手
page-live = 回到对局
page-move-of = 第 { $number } 手，共 { $moves } 手

## For those who hear the board

page-board = { $width } 路乘 { $height } 路棋盘。方向键移动，回车落子，L 键报气数，[ 和 ] 键回看。
page-point-empty = { $vertex }
page-point = { $vertex } { $colour }{ $what ->
    [last] ，最后一手
    [dead] ，死子
   *[stone] {""}
}
page-liberties = { $vertex }：{ $stones } 子，{ $liberties } 气

## Talk

page-talk = 聊天
page-say = 说点什么
page-send = 发送
page-talk-nobody = 登录后可交谈。
page-channel-players = 棋手
page-channel-spectators = 观众
page-mute = 屏蔽
page-mute-hint = 屏蔽后，在任何对局中都看不到此人的话，可随时取消。
page-muted = 已屏蔽 { $count } 人
page-unmute = 取消屏蔽
page-unmute-of = 取消屏蔽 { $name }
