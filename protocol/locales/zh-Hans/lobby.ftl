### The lobby of the full screen.

## Above the lists.

lobby-title = 天元 Tengen
lobby-connecting = 正在连接
lobby-connected = 已连接
lobby-disconnected = 连接中断：{ $seconds } 秒后重试
lobby-who = 你是 { $name }。
lobby-nobody = 尚未登录：按 g 成为游客，或退出后输入 tengen login 名字
lobby-too-small = 终端窗口太小：至少需要 { $columns }x{ $rows }。

## The lists.

lobby-games-of-yours = 我的对局（{ $count }）
lobby-offers = 对局邀请（{ $count }）
lobby-games = 可观战的对局（{ $count }）
lobby-no-games-of-yours = 没有进行中的对局
lobby-no-offers = 没有对局邀请
lobby-no-offers-make-one = 没有对局邀请：按 n 发出邀请
lobby-no-games = 现在没有对局
lobby-not-read-yet = 尚未读取
lobby-board = 棋盘
lobby-time = 用时
lobby-state = 状态
lobby-rules = 规则
lobby-settings = 条件
lobby-handicap = 让子
lobby-komi = 贴目
lobby-colour = 执子
lobby-black = { $name }（黑）
lobby-white = { $name }（白）
lobby-yours = { $name }（你的）
lobby-rules-chinese = 中国规则
lobby-rules-chinese-1988 = 中国规则 1988
lobby-rules-aga = 美国围棋协会
lobby-rules-new-zealand = 新西兰规则
lobby-rules-tromp-taylor = TT 规则

## Keys and what they do.

lobby-key-play = 继续对局
lobby-key-watch = 观战
lobby-key-take = 接受邀请
lobby-key-withdraw = 撤回邀请
lobby-key-guest = 成为游客
lobby-key-new = 邀请对局
lobby-key-next = 下一栏
lobby-key-refresh = 刷新
lobby-key-quit = 退出
lobby-key-offer = 发出邀请
lobby-key-field = 选项
lobby-key-value = 取值
lobby-key-back = 返回
lobby-key-give-up = 撤回邀请并退出

## Messages.

lobby-offered = 对局邀请已发出：等待有人接受。
lobby-withdrawn = 对局邀请已撤回。
lobby-another-began = 你的另一盘棋开始了：{ $game }。
lobby-log-in-first = 需要账号：按 g 成为游客。
lobby-becoming-guest = 正在成为游客。
lobby-own-offer = 这是你自己的对局邀请：按 w 撤回。
lobby-select-own-offer = 请先选中自己的对局邀请。

## The form of an offer.

lobby-form-title = 邀请对局
lobby-komi-usual = { $zi } 子（{ $points } 目），按规则
lobby-colour-black = 黑
lobby-colour-white = 白
lobby-colour-nigiri = 猜先
lobby-hint-size = 9、13、19，或直接输入如 13x9；最大 25
lobby-hint-time = 也可输入：30m+5x60s、20m+25/10m、10m+15s/move、1h、none
lobby-hint-rules = 决定如何计算胜负与禁止哪些全局同形
lobby-hint-handicap = 白先行棋前黑方预先放置的子数
lobby-hint-komi = 白方所得的目数；留空则按规则
lobby-hint-colour = 让子棋必须选定
lobby-wrong-size = 没有这样的棋盘：请输入 1 到 25，如 19 或 13x9。
lobby-wrong-time = 用时格式不对：如 10m+3x30s、1h、5s/move 或 none。
lobby-wrong-handicap = 请输入子数，分先为 0。
lobby-wrong-komi = 请输入整数或半目，如 7.5。
lobby-wrong-colour = 让子棋请选定执黑或执白。

## An offer that waits.

lobby-waiting-title = 对局邀请已发出
lobby-waiting = 等待有人接受：{ $clock }
lobby-offer-gone = 邀请已失效：已过一小时，或已在别处撤回。
