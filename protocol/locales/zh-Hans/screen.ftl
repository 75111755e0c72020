### The full screen: a game.

screen-loading = 正在载入对局 { $game }。

## Sides and clocks

screen-you = 你
screen-captured = 提子 { $stones }
screen-captured-passes = 提子 { $stones } + { $passes }
screen-warned = 警告 { $count } 次
screen-no-repetition = 禁止全局同形
screen-penalties = 超时罚 { $count } 子
screen-clock-main-periods = { $main } + { $periods } 次 { $period }
screen-clock-periods = 读秒 { $period } { $periods ->
    [1] 最后一次
   *[other] 剩 { $periods } 次
}
screen-clock-main-block = { $main } + { $block } { $stones } 手
screen-clock-block = { $block } 内 { $stones } 手

## Moves and the look back

screen-moves = 着手
# In the list of moves: at most 4 cells.
screen-pass = 虚手
screen-review = 回看：第 { $number } 手，共 { $moves } 手
screen-no-review = 已知着手与盘面不符，不能回看。
screen-in-review = 这是先前的盘面：按 End 回到对局。

## Marking dead stones

screen-marks = { $stones ->
    [0] 没有标记死子
   *[other] 已标记 { $stones } 个死子
}（第 { $revision } 版）
screen-accepts = 同意
screen-accepts-not = 尚未同意
screen-wants-on = 希望继续对局
screen-left = 确认时间剩 { $time }，过时继续对局
screen-left-final = 确认时间剩 { $time }，过时所有棋子按活子计
screen-marking = 回车标记光标处整块棋的死活；F2 同意，F3 继续对局。
screen-marking-final = 回车标记光标处整块棋的死活；F2 同意；F3 请求继续，须双方同意。

## Questions

screen-ask-pass = 停一手？请输入 y 或 n（是、否）。
screen-ask-undo = 请求悔棋，收回你的上一手？请输入 y 或 n（是、否）。
screen-ask-resign = 认输？请输入 y 或 n（是、否）。
screen-ask-accept = { $stones ->
    [0] 同意所有棋子都是活子？
   *[other] 同意所标记的 { $stones } 个死子？
}请输入 y 或 n（是、否）。
screen-ask-resume = 不数子，继续对局？请输入 y 或 n（是、否）。
screen-asked-undo = 对方请求悔棋 { $moves } 手。请输入 y 或 n（是、否）。
screen-asked = { $asked }。请输入 y 或 n（是、否）。
screen-gone-on = 对局已有变化：请看清后再操作。
screen-not-done = 已取消。

## What was sent, and what came of it

screen-sent-pass = 停一手
screen-sent-resign = 认输
screen-sent-undo = 悔棋
screen-sent-answer = 答复
screen-sent-proposal = 提议
screen-sent-seal = 封手
screen-sent-dead = { $vertex } 死子
screen-sent-alive = { $vertex } 活子
screen-sent-accept = 同意
screen-sent-resume = 继续对局
screen-sent-seat = 取回座位
screen-sent-say = 发言
screen-sent-mute = 屏蔽
screen-sent-other = 指令
screen-sending = 已发出：{ $what }
screen-refused = { $what }：{ $why }

## What is told

screen-lost-moves = 服务器丢失了你的着手 { $moves }：请看盘面。
screen-went-back = 对局已退回：现在是第 { $number } 手。
screen-connected = 已重新连接。
screen-lost = { $seconds ->
    [0] 连接中断：正在重试
   *[other] 连接中断：{ $seconds } 秒后重试
}
screen-seat = 正在别处下：输入“入座”取回
screen-seat-taken = 你的另一个连接正在下这盘棋；输入“入座”从这里继续下。
screen-seat-back = 你又从这里下了。
screen-not-here-yet = 对局尚未载入。
screen-over = 对局已结束。
screen-watching = 你在观战，只有棋手可以这样做。
screen-no-cursor = 用方向键移动光标，或输入坐标，如 Q16。
screen-how-to-leave = 输入“退出”（quit）；对局照常进行。

## Talk

screen-talk = 聊天
screen-talk-unread = 聊天：{ $lines } 条新消息
screen-talk-line = { $name }：{ $text }
screen-talk-line-channel = [{ $channel }] { $name }：{ $text }
screen-talk-nobody = 有账号才能在此聊天。
screen-channel-players = 棋手
screen-channel-spectators = 观众

## The keys, in the lowest line

screen-hint-play = 方向键+回车 落子  F2 停一手  F3 悔棋  F4 认输  [ ] 回看  Tab 聊天  F1 帮助
screen-hint-scoring = 方向键+回车 标记  F2 同意  F3 继续对局  F4 认输  [ ] 回看  Tab 聊天  F1 帮助
screen-hint-paused = 输入 resume 请求继续  F4 认输  [ ] 回看  Tab 聊天  F1 帮助
screen-hint-review = [ ] 一手  PgUp PgDn 十手  Home 开局  End 回到对局  F1 帮助
screen-hint-talk = 回车 发言  Tab 回到着手  Esc 清除
screen-hint-asked = 输入 y 或 n 后回车；Esc 为否
screen-hint-watch = [ ] 回看  Tab 聊天  Esc 退出  F1 帮助

## The help that lies over the screen

screen-help = 按键与可输入的内容
screen-help-close = 按任意键关闭。
screen-key-arrows = 方向键
screen-does-walk = 移动光标
screen-key-enter = 回车、空格
screen-does-play = 在光标处落子；双方停一手后标记该处的整块棋
screen-key-click = 鼠标
screen-does-click = 点一下放光标，在同一处再点一下落子
screen-key-vertex = Q16、停一手
screen-does-vertex = 输入后回车：在该处落子；停一手
screen-key-f2 = F2
screen-does-pass = 停一手；双方停一手后同意死子标记
screen-key-f3 = F3
screen-does-undo = 请求悔棋；双方停一手后继续对局
screen-key-f4 = F4
screen-does-resign = 认输
screen-key-yes = 是、否（y、n）
screen-does-yes = 回答提问；还有悔棋、认输、同意、继续
screen-key-dead = 死 D4
screen-does-dead = 标记死子；“活 D4”改为活子
screen-key-brackets = [ 和 ]
screen-does-review = 回看上一手、下一手；也可用滚轮
screen-key-pages = PgUp PgDn Home End 键
screen-does-pages = 十手、开局、回到对局
screen-key-tab = Tab 键
screen-does-talk = 在输入着手与聊天之间切换
screen-key-say = 说 TEXT、屏蔽 NAME
screen-does-say = 在此发言；不再听到 NAME，取消屏蔽 NAME
screen-key-seat = 入座
screen-does-seat = 座位被另一连接取走后，从这里继续下
screen-key-escape = Esc 键
screen-does-escape = 关闭、清除、答否、结束回看
screen-key-quit = 退出、Ctrl-C
screen-does-quit = 退出；结束程序（对局照常进行）
