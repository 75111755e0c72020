# 账号、配置档、令牌、与服务器的连接，以及引擎对局。

## 命令为何失败。

failure-not-logged-in = 未登录：{ $why }
failure-engine = 引擎：{ $why }
failure-seat-taken = 此账号的另一个连接正在下对局 { $game }
failure-interrupted = 已中断
failure-output-closed = 输出已关闭

## 账号。

account-password = 密码：
account-password-again = 再输入一次：
account-password-unreadable = 读不到密码：{ $why }
account-password-on-stdin = 请在标准输入写密码，1 至 { $most } 字节
account-password-short = 密码至少 { $least } 字节
account-passwords-differ = 两次输入的密码不同
account-name = 名字“{ $name }”：请写 { $least } 至 { $most } 个任何文字的字母与数字，或 - _ .
account-there-already = 配置档“{ $profile }”已是 { $name }；请用 --profile NAME，或 --replace
account-logout-not-told = 本机已忘记这份登录，但没能告知服务器：{ $why }
account-is = { $name }（{ $account }）
account-is-guest = { $name }（{ $account }，游客）
account-is-now = { $name }（{ $account }），配置档“{ $profile }”，服务器 { $server }

## 配置档与令牌。

profile-name = 配置档“{ $profile }”：请写 1 至 { $most } 个 A-Z a-z 0-9 - _
profile-no-login = 配置档“{ $profile }”在此没有登录
profile-no-account = 配置档“{ $profile }”在 { $server } 没有账号：请试 `tengen login` 或 `tengen guest`
profile-damaged = tengen：配置档中关于服务器的内容不可用，不用它继续：{ $why }
profile-authority = { $why }；配置档“{ $profile }”为 { $server } 记下了它：请用 --ca FILE 重新登录，或不用 --ca 登录以忘记它
token-anonymous = 当前是匿名
token-given = TENGEN_TOKEN 无法续期
token-guest-ended = 游客的令牌已失效：请试 `tengen guest --replace`
token-login-ended = 登录已失效：请试 `tengen login`
token-file-empty = { $file } 是空的
token-id = 令牌编号“{ $id }”：请按 `tengen token list` 显示的写
token-refused = 令牌被拒绝
token-renewed = 令牌已续期
token-not-renewed = 令牌无法续期：{ $why }
token-none-new = 没有新令牌：{ $why }
token-bot = 引擎对局需要账号

## 信任谁的证书。

trust-too-large = { $size } 字节；最多 { $most }
trust-no-certificate = 其中没有证书（PEM）
trust-no-pem = 不是证书的 PEM：{ $why }
trust-no-end = 有一段没有以 -----END ...----- 行结束
trust-no-start = 有一处 -----BEGIN ...----- 没有完整地独占一行
trust-no-base64 = 有一段不是 base64
trust-unreadable = 无法读取

## 与服务器的连接。

server-address = 服务器“{ $server }”：请写成 http://HOST:PORT 或 https://HOST
reach-nobody = { $server } 没有服务器（{ $why }）；请启动一个，或指定 --server
reach-no-connection = 连不上 { $server }：{ $why }
reach-stranger = { $server } 上应答的不是 Tengen 服务器（{ $what }）
reach-foreign-answer = 它的回答不合本协议
reach-refused = 连接被拒绝
reach-no-answer = 没有及时应答
reach-no-way = 网络不通
reach-no-host = 没有这个名字的主机
reach-unknown-issuer = 签发它的证书的机构不受信任（{ $why }）；请用 --ca 指定私有的颁发机构
reach-untrusted = 它的证书不受信任（{ $why }）
reach-speaks-http = 这个服务器可能用的是 http：请试 { $address }
reach-speaks-https = 这个服务器可能用的是 https：请试 { $address }
reach-cut = 连接断开了

## 连接。

connection-ended = 会话已结束
connection-failed = 会话出错：{ $why }
connection-lost = 连接中断（{ $why }）
connection-given-up = { $why }；不再尝试
connection-trying-again = { $why }；{ $seconds } 秒后重试
connection-no-hello = 服务器没有回应 hello
connection-silent = 收不到服务器的任何回应
connection-closed = 服务器关闭了连接
connection-closed-because = 服务器关闭了连接（{ $why }）
connection-closing = 服务器即将关闭连接：{ $why }
connection-refused = { $server } 拒绝连接（{ $status }）
connection-stuck = 连接发不出数据了
connection-unreadable = 读不懂服务器的一条消息：{ $why }
connection-not-understood = 服务器读不懂一条消息：{ $why }
connection-no-answer = 服务器没有回答所问
connection-no-game = 读不懂服务器关于对局 { $game } 的回答；将再次询问

## 引擎。

engine-refused = 被拒绝：{ $why }
engine-ended = 引擎已退出
engine-ended-so = 引擎已退出（{ $how }）
engine-late = { $seconds } 秒内没有回答“{ $command }”
engine-silent = 它在 { $seconds } 秒内没有回答“{ $command }”：它支持 GTP 吗（gnugo 需要 --mode gtp）？
engine-not-started = 无法启动“{ $program }”：{ $why }
engine-not-found = 无法启动“{ $program }”：{ $why }；它在 PATH 中吗？
engine-not-on-path = 无法启动“{ $program }”：{ $why }；它在 PATH 中吗？有一个 { $path }
engine-no-pipes = 引擎没有管道
engine-talks = 引擎未经询问就不断输出
engine-long-answer = 一个回答超过 { $most } 字节
engine-long-line = 一行超过 { $most } 字节
engine-no-move = “{ $answer }”不是一手棋
engine-quote-open = 有引号没有闭合
engine-no-command = 请写启动引擎的命令
engine-option = --engine “{ $line }”：{ $why }
engine-is = 引擎：{ $name }
engine-again = 引擎：{ $why }；重新启动
engine-given-up = { $why }；重启 { $restarts } 次后放弃
engine-square-only = 它只下方形棋盘，不下 { $size }
engine-not-on-board = 它不下 { $size } 的棋盘
engine-not-on-board-because = 它不下 { $size }：{ $why }
engine-refuses-move = 引擎：不接受{ $colour ->
        [black] 黑
       *[white] 白
    } { $vertex }（{ $why }）：重新摆局面
engine-takes-nothing = 它既不接受对局的着手，也不接受局面
engine-no-file = 写不了临时文件：{ $why }

## 引擎对局。

bot-accept-as-it-is = --accept OFFER 原样接受那个邀请：请去掉对局的设置
bot-game-first = 对局 { $game }：尚未下完，先下它
bot-game-over = 对局 { $game }：{ $result }
bot-game-waits = 对局 { $game }：等待对手
bot-game-begins = 对局 { $game }：开始
bot-lost-move = 对局 { $game }：服务器丢失了 { $vertex } 这一手
bot-move-refused = 对局 { $game }：{ $vertex } 被拒绝：{ $why }
bot-plays-on = 对局 { $game }：死子的标记与引擎的判断不同：继续下
bot-no-offer-yet = 还不能发出邀请：{ $why }
bot-offer-open = 邀请 { $offer }：已公开
bot-offer-again = 邀请 { $offer }：已结束，重新发出
bot-offer-board = 邀请 { $offer }：引擎不下 { $size }
bot-offer-not-taken = 邀请 { $offer }：{ $why }
bot-waiting = 等待别人的邀请

## 本机的说法。

system-not-found = 没有这个文件或目录
system-denied = 没有权限
system-directory = 这是一个目录
system-no-directory = 不是目录
system-full = 磁盘空间不足
system-read-only = 文件系统只读
system-no-text = 不是 UTF-8 文本
