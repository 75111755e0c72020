### What the client tells beside the game: the line mode, offers, lists.

## The sides below the board

board-side = { $letter } { $colour }：{ $name }，提子 { $captures }
board-side-passes = { $side }，另因对方停一手得 { $passes } 子
board-side-time = { $side }，剩余 { $time }
board-side-running = { $side }，剩余 { $time }（计时中）

## A player at the board

seat-welcome = 对局 { $game }：你执{ $side ->
    [black] 黑
   *[white] 白
}，对手 { $opponent }；输入 `help` 查看可输入的内容
seat-welcome-over = 对局 { $game }：你曾执{ $side ->
    [black] 黑
   *[white] 白
}，对手 { $opponent }
seat-begins = 双方已到场，对局开始
seat-undo = 对方请求悔棋：输入 yes（是）同意，或 no（否）拒绝
seat-proposal = { $asked }：请输入 yes（是）或 no（否）
seat-seal = 请封手：照常输入坐标，续弈之前谁也看不到
seat-go-on = 输入 resume（继续）向对手请求继续对局
seat-opponent-away = 对手还没有到场，尚未开始计时
seat-place = 轮到你：请放置让子
seat-move = 轮到你
seat-stop = 双方停一手，请确认死子。`dead D4`（死 D4）把一块棋标为死子（盘上以小写 x、o 显示），`alive D4`（活 D4）取消；标记无误后输入 `accept`（同意）；`resume`（继续）继续对局。若双方未在 { $within }内都同意，对局继续。
seat-stop-final = 双方停一手，请确认死子。`dead D4`（死 D4）把一块棋标为死子（盘上以小写 x、o 显示），`alive D4`（活 D4）取消；标记无误后输入 `accept`（同意）；`resume`（继续）请求继续对局，须双方都请求。若双方未在 { $within }内都同意，所有棋子按活子计。
seat-lost = 服务器丢失了 { $vertex } 这一手：请看棋盘
seat-taken = 你的另一个连接正在下这盘棋；输入 `seat`（入座）收回
seat-connected = 已重新连接
seat-refused = { $typed }：{ $refusal }
seat-not-here = 对局还没有收到
seat-resign = 要认输吗？输入 yes（是）或 no（否）

## Who leaves

leave-over = 对局已经结束
leave-waiting = 你在对局开始前退出；`tengen play { $game }` 可以回来
leave-scoring = 你在确认死子时退出；`tengen play { $game }` 可以回来
leave-paused = 你离开了；暂停结束后对局继续，`tengen play { $game }` 可以回来
leave-suspended = 你离开了；对局由裁判恢复，`tengen play { $game }` 可以回来
leave-adjourned = 你离开了；对局已封棋，`tengen play { $game }` 可以回来
leave-no-clock = 你退出了；对局会等你，`tengen play { $game }` 可以回来
leave-playing = 你退出了；对局和你的计时仍在继续，`tengen play { $game }` 可以回来
input-ended = 输入已结束：{ $farewell }
input-failed = 标准输入：{ $error }
terminal-failed = 终端出错：{ $why }
terminal-gone = 终端已断开
signals-failed = 无法接收系统信号：{ $why }

## What is typed

typed-help =
    Q16              在该点落子（列字母没有 I，再写行号）
    pass             停一手（也可输入 停一手、虚手）
    resign           认输，会再问一次（也可输入 认输）
    undo [N]         请求悔 N 手（默认：悔到自己的上一手；也可输入 悔棋）
    pause            请求暂停；resume 请求继续（也可输入 暂停）
    count            申请数子（也可输入 数子）
    adjourn [时间]   提议封棋，到 2026-12-01 10:00 [时区]，不写则最迟 30 天（也可输入 封棋）
    seal D4          同意封棋后封手（也可输入 封手 D4）
    yes, no          回答问题（也可输入 是、否）
    dead D4          双方停一手后，把该块棋标为死子（也可输入 死 D4）
    alive D4         改标为活子（也可输入 活 D4）
    accept           同意死子标记；双方都同意后数子（也可输入 同意）
    resume           不数子，继续对局（也可输入 继续）
    seat             在别的连接接手之后，重新在这里下（也可输入 入座）
    board            再显示一次棋盘（也可输入 棋盘）
    help             显示这些（也可输入 帮助）
    quit             退出；对局继续，`tengen play` 可以回来（也可输入 退出）
typed-unknown = “{ $typed }”：请输入 Q16 这样的坐标，或 help
typed-undo = 悔棋“{ $typed }”：请写明手数，如 undo 2
typed-not-resigned = 没有认输
typed-opponent-answers = 要等对手回答；输入 `no`（否）可收回请求
typed-nothing-asked = 没有待回答的问题
typed-gone-on = 先前的请求已不存在：请再看一下，然后回答
typed-asked-already = 你已经请求过了；输入 `no`（否）可收回请求
typed-opponent-asks = 对手请求悔棋：请回答 yes（是）或 no（否）
typed-opponent-proposes = 对手已有提议：请回答 yes（是）或 no（否）
typed-adjourn = “{ $typed }”：请写明日期和时间，如 封棋 2026-12-01 10:00 Asia/Shanghai
typed-no-move = 你没有可以悔的棋
typed-nothing-to-accept = 没有可同意的：双方停一手后才标记死子

## Offers and the way to a game

play-account = 对局需要账号
play-several = 你有几盘对局正在进行：请指明是哪一盘，tengen play GAME
play-none = 你没有正在进行的对局：请邀请对局（--offer）或接受邀请（--accept OFFER）
offer-open = 对局邀请 { $offer } 已发出：等待有人接受
offer-withdrawn = 对局邀请 { $offer } 已撤回
offer-given-up = 对局邀请已撤回
offer-input-ended = 输入已结束：这里无人能下棋，对局邀请已撤回
offer-waiting = 等待有人接受；输入 quit（退出）撤回邀请
offer-not-begun = 对局还没有开始；输入 quit（退出）撤回邀请
offer-line = { $offer }  { $name }：{ $terms }
offer-line-own = { $offer }  { $name }（你的）：{ $terms }
# A list of settings; the next one follows.
terms-and = { $terms }，{ $next }

## Games

game-line = { $game }  { $black }（黑）- { $white }（白）：{ $size }，{ $time }，{ $state }
games-more = 可能还有更多：--before { $before }
games-nobody = 没有这个名字或编号的棋手
watch-private = 这盘棋不公开且是你自己的：观战会占用你的座位

## What a server should not answer

server-no-game = 服务器没有指明对局
server-no-offer = 服务器没有给出对局邀请
server-other-answer = 服务器答非所问
server-no-event = 服务器上 { $game } 的记录缺少第 { $event } 个事件

## 裁判裁决

referee-confirm = { $order }（{ $reason }）？确认请输入 y：
referee-gone-on = 对局在此期间有变化：请再看一下
referee-done = 已在 { $game } 中作出裁决，事件 { $event }
referee-yes-needed = 没有终端可以确认：请加 --yes
referee-unreadable = 读不到回答：{ $why }
