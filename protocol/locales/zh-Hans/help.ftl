# 命令行的帮助；键由命令与参数的名字构成，英文见 en/help.ftl。

help-tengen = 在 Tengen（天元）服务器上下围棋、观战，或让引擎对局
help-any-server = 服务器地址 [默认：配置档中的服务器，没有则为 http://127.0.0.1:9191]
help-any-profile = 你是谁：本机上有名字的一份登录（配置档）
help-any-ca = 证书颁发机构文件（PEM）：除本机信任的机构外，也信任它签发的证书；随登录一起保存，直到某次登录不再指定它
help-any-json = 标准输出每行一个 JSON 对象
help-any-language = 界面语言：en、zh-Hans、zh-Hant [默认：本机的语言，没有则为 en]
help-any-ascii = 棋盘、边框和分数只用 ASCII 字符
help-any-lines = 逐行输出，不用全屏界面：供屏幕阅读器使用
help-any-bell = 轮到你或用时将尽时响铃（全屏界面）
help-any-help = 显示帮助
help-tengen-version = 显示版本
help-tengen-after =
    示例：
      tengen                                    大厅：有谁邀请对局，正在下哪些棋
      tengen guest                              成为游客，此后一直以这个身份出现
      tengen play --offer --size 9 --time 10m   发出对局邀请，并在这里下
      tengen --profile friend guest             同一台机器上的第二位棋手
      tengen offers                             有谁想下棋？
      tengen play --accept OFFER                接受其中一个邀请
      tengen play                               继续进行中的对局
      tengen watch GAME                         观战
      tengen bot --engine "gnugo --mode gtp --chinese-rules" --accept
                                                让引擎接受下一个公开的邀请
      TENGEN_TOKEN_FILE=bot.token tengen bot --engine "katago gtp" \
        --offer --time 10m+5x30s --games 3

    数据写到标准输出，消息写到标准错误。用 --json 时标准输出每行一个 JSON 对象。
    颜色只出现在终端上；设置了 NO_COLOR 时从不出现。

    使用谁的令牌：先看 TENGEN_TOKEN，再看 TENGEN_TOKEN_FILE 所指的文件，最后看配置档。配置档保存在用户的配置目录中（tengen/NAME.toml，只有你自己可读）。

    退出码：
      0    完成
      1    被服务器拒绝，或本机出了问题
      2    命令行有误
      3    连不上服务器
      4    没有登录，或登录已失效
      5    引擎无法启动，或一再出错
      6    此账号的另一个连接正在下这盘棋
      130  被中断
help-register = 注册账号；密码会询问，或从标准输入读取
help-register-name = 账号名，2 至 24 个字符，可用任何文字
help-any-replace = 替换配置档中已有的登录；若是游客，则不再留下任何东西
help-login = 登录；密码会询问，或从标准输入读取
help-login-name = 账号名
help-guest = 成为游客：名字不由自己选定的账号
help-guest-print = 只显示一个新游客的令牌，不动任何配置档：给引擎或另一台机器用
help-logout = 退出登录：本机忘记它，服务器上也结束它
help-whoami = 显示你是谁
help-token = 有名字的令牌，供引擎和其他机器使用
help-token-make = 创建令牌并显示它；此后不再显示
help-token-make-label = 它的用途
help-token-make-days = 有效天数，1 至 400 [默认：90]
help-token-list = 列出令牌
help-token-revoke = 撤销令牌；用它建立的连接会被关闭
help-token-revoke-id = 令牌的编号，见 `tengen token list`
help-offer = 发出对局邀请，之后用 `tengen play` 来下
help-any-size = 棋盘：19，或 13x9（13 列 9 行）；最大 25
help-any-time = 用时：30m+5x60s（读秒）、'2h(5x60s)'（要加引号）、20m+25/10m（加拿大读秒）、10m+15s/move（费舍尔加秒）、1h、5s/move、3d/move、none（不限时）
help-any-rules = 规则：chinese、chinese-1988、aga、new-zealand、tromp-taylor
help-any-komi = 贴目，以目计 [默认：按规则；让子棋为 0]
help-any-handicap = 让子数
help-any-free-placement = 让子由黑方自由放置
help-any-colour = 你执什么颜色；让子棋必须指定
help-any-colour-black = 你执黑
help-any-colour-white = 你执白
help-any-colour-nigiri = 由服务器猜先
help-any-ko = 与规则不同的劫的规定
help-any-ko-positional = 全局同形再现一律禁止
help-any-ko-situational = 禁止轮到同一方时的全局同形再现
help-any-ko-simple = 只禁止立即回提
help-any-ko-referee = 三劫循环等由裁判裁定
help-any-suicide = 与规则不同的自杀规定
help-any-suicide-no = 禁止自杀
help-any-suicide-multi = 允许两子以上的自杀
help-any-no-undo = 不许悔棋
help-any-pauses = 所有暂停合计的时限，如 30m；0 为不许暂停
help-any-visibility = 谁可以观战
help-any-visibility-public = 所有人
help-any-visibility-unlisted = 知道对局编号的人
help-any-visibility-private = 只有对局者
help-any-to = 只有这个账号可以接受：填账号编号（`tengen whoami` 显示在括号里），不是名字
help-offers = 列出公开的邀请；你自己的有标记
help-withdraw = 撤回你的邀请
help-any-offer = 邀请，见 `tengen offers`
help-accept = 接受邀请，之后用 `tengen play` 来下
help-games = 列出对局，新的在前
help-games-mine = 只列你自己未下完的
help-games-player = 只列这位棋手的对局：名字或账号编号
help-games-opponent = 只列两人之间的对局：另一位棋手的名字或编号
help-games-finished = 只列已结束的对局，最近结束的在前
help-games-result = 只列该棋手胜（won）、负（lost）或和棋、作废（other）的已结束对局
help-games-size = 只列这种棋盘的对局：19，或 13x9 表示 13 列 9 行
help-games-before = 接着已结束对局的列表往下列：填上次列表末尾给出的值
help-games-limit = 最多列多少盘，1 至 200 [默认：由服务器定，50]
help-sgf = 输出一盘棋的棋谱；显示或检查文件中的棋谱
help-any-game = 对局
help-sgf-after =
    示例：
      tengen sgf GAME > game.sgf           保存棋谱
      tengen sgf GAME --json | jq -r .sgf  同上，供程序使用
      tengen sgf show game.sgf --move 50   棋谱中 50 手之后的棋盘
      tengen sgf check game.sgf            检查着手是否合法
help-sgf-show = 显示棋谱：对局的说明和棋盘
help-any-file = 文件；- 表示标准输入
help-any-which = 文件中的第几局，从 1 起
help-any-encoding = 文件的编码，不论它自己怎么注明：UTF-8、GB18030、Big5、Shift_JIS 等
help-sgf-show-number = 多少手之后的棋盘，停一手也算一手 [默认：全部]
help-sgf-show-after =
    示例：
      tengen sgf show game.sgf             对局的说明和终局的棋盘
      tengen sgf show game.sgf --move 50   50 手之后的棋盘，停一手也算一手
      tengen sgf GAME | tengen sgf show -  服务器上的一盘棋

    其他程序写的棋谱尽量读取；不合常规之处写到标准错误。
help-sgf-check = 检查棋谱：着手是否合法，终局如何数子
help-sgf-check-rules = 规则：chinese、chinese-1988、aga、new-zealand、tromp-taylor [默认：棋谱注明的规则，没有则为 chinese]
help-sgf-check-dead = 每块死子中的一子，用空格隔开：去掉它们后数子 [默认：棋谱标为对方地域中的棋子]
help-sgf-check-after =
    示例：
      tengen sgf check game.sgf                         按棋谱注明的规则
      tengen sgf check game.sgf --rules aga --ko simple 按别的规则
      tengen sgf check game.sgf --dead "D4 Q16"         去掉 D4 和 Q16 处的棋块后数子
      tengen sgf check game.sgf --dead ""               没有死子，数子

    着手全部合法时退出码为 0，否则为 1。数子的结果不影响退出码。
help-watch = 观战，直到对局结束
help-watch-snapshot = 与 --json 同用：收到的快照也照样输出
help-watch-after =
    示例：
      tengen watch GAME                    每手之后的棋盘
      tengen watch GAME --json             每个事件一行，随到随出
      tengen watch GAME --json --snapshot  先是对局的现状，然后是事件

    用 --json 时，进行中的对局只给出此后的事件：中途进来的人从 --snapshot 或 HTTP 得知之前的内容。已结束的对局给出全部记录，从第 1 个事件起。
help-say = 在对局旁聊天：自己下的棋对双方棋手说，否则对观众说；终局后所有人都能看到
help-say-text = 要说的话，最多 300 个字符
help-say-channel = 对谁说：players（棋手）或 spectators（观众）[默认：终局前对你开放的那一个]
help-mute = 在任何对局中都不再听到某个账号的话
help-unmute = 重新听到某个账号的话
help-any-who = 对象：@ 加账号编号；或名字，须是你已屏蔽的人，或同时指定一盘棋
help-any-beside = 在这盘棋的棋手和说过话的人中找这个名字
help-completions = 输出命令行补全脚本
help-completions-shell = 用于哪种 shell
help-play = 在这里下棋；不带参数时继续进行中的对局
help-play-game = 你的一盘已经开始的对局
help-play-offer = 发出对局邀请，有人接受后就下
help-play-accept = 接受这个邀请并开始下
help-play-in-tournament = 等待你在这项比赛中的下一盘棋并开始下
help-referee = 以裁判身份在对局中作出裁决，或查看比赛的各棋桌
help-referee-of = 要裁决的对局；控制台和对全部棋桌的命令则写比赛
help-referee-warn = 警告一方：数子时罚一子；第二次警告判负
help-referee-warn-side = 警告谁
help-any-reason = 理由：late（迟到）、cheating（作弊）、consulting（与他人商议）、talking（谈论对局）、device（电子设备）、smoking（吸烟）、disturbance（干扰比赛）、withdrawal（中途退赛）、ceremony（缺席仪式）、other（其他）
help-any-text = 用自己的话说明理由，最多 300 字；所有人都能看到
help-any-yes = 不再询问是否确定
help-referee-lose = 判一方或双方负
help-referee-lose-side = 谁负
help-referee-adjudicate = 裁定胜负，结束对局
help-any-result = 结果：B+3.5（目数）、B+R、B+T、B+F，白方为 W，0（和棋）、Void（无胜负）、both_lose（双方负）
help-any-not-force-majeure = 不是因为不可抗力：不足 151 手也可以
help-referee-count = 按盘上现状数子，结束对局
help-any-dead = 每块死棋中的一子，以空格分隔
help-referee-overturn = 改判已结束的对局
help-referee-life-and-death = 在最后一次停止时裁定死活，并数子
help-referee-clocks = 调整用时；没有写的保持不变
help-any-black-main = 黑方的基本用时，如 20m 或 1h30m；0 表示没有
help-any-black-periods = 黑方的读秒次数
help-any-white-main = 白方的基本用时
help-any-white-periods = 白方的读秒次数
help-referee-take-back = 退回几手
help-referee-take-back-moves = 手数，停一手也算
help-referee-edit = 修改盘上的棋子，继续对局
help-referee-edit-remove = 要拿掉的棋子，以空格分隔
help-referee-edit-black = 要放黑子的点，以空格分隔
help-referee-edit-white = 要放白子的点，以空格分隔
help-referee-edit-to-move = 轮到谁下［默认：现在轮到的一方］
help-referee-restart = 重新开始本局，用时复原；警告保留
help-referee-replay = 本局无胜负，另行重赛
help-referee-colours-wrong = 先后手有误，交换后重新对局：限前十手
help-referee-suspend = 中止对局，双方用时也停止
help-referee-resume = 恢复被中止或暂停的对局
help-referee-repetition = 裁定使对局停止的全局同形
help-referee-repetition-ruling = 如何裁定
help-referee-repetition-ruling-draw = 判和
help-referee-repetition-ruling-no-result = 无胜负
help-referee-repetition-ruling-replay = 重赛
help-referee-repetition-ruling-forbid = 退回这一手，禁止该方再次造成全局同形
help-referee-repetition-ruling-continue = 继续对局，直到同一局面再次出现
help-referee-boards = 列出比赛的棋桌，有问题的在前
help-referee-suspend-all = 中止比赛全部棋桌的对局：停电
help-referee-resume-all = 恢复比赛全部被裁判中止的对局
help-referee-after =
    示例：
      tengen referee GAME warn black --reason talking
      tengen referee GAME lose both --reason cheating --text "本局系事先安排"
      tengen referee GAME adjudicate B+3.5 --reason other --text "停电"
      tengen referee GAME count --dead "D4 Q16" --reason other
      tengen referee GAME overturn W+F --reason consulting
      tengen referee GAME clocks --black-main 20m --black-periods 5 --reason other
      tengen referee GAME take-back 2 --reason other
      tengen referee GAME suspend --reason other --text "停电"
      tengen referee GAME repetition draw --reason other
      tengen referee GAME edit --remove "D4" --white "D5" --to-move black --reason other --yes
      tengen referee EVENT                                  控制台：有问题的棋桌在前
      tengen referee EVENT boards                           同样的内容，逐行；程序用 --json
      tengen referee EVENT suspend-all --reason other --text "power cut"

    关于局面的裁决（数子、退回、修改局面等）在显示对局之后若又有着手，则被拒绝；其间若已有别的裁决，任何裁决都被拒绝。裁决连同你的账号、理由和说明永久保存在对局的记录中，并告知双方棋手和所有观战者。
help-tournament = 比赛：举办、参加、查看编排和名次、裁决
help-tournament-after =
    示例：
      tengen tournament presets                                可以从哪些预设开始
      tengen tournament create "公开赛" --preset chinese-2002 --rounds 5
      tengen tournament import T players.csv --check           名单有没有问题
      tengen tournament enter T --rank 3d                      报名
      tengen tournament draw T --by rating                     抽签排序
      tengen tournament start T
      tengen tournament pair T --begin                         编排并开始一轮
      tengen tournament pairings T
      tengen tournament result T 1.1.3 2:0                     第 1 阶段第 1 轮第 3 台：黑胜
      tengen tournament standings T --crosstable
      tengen tournament explain T "李明"                       名次从何而来
      tengen tournament export T --format h9 -o open.h9

    T 是比赛编号，见 `tengen tournament list`。报名者写号或名称。结果写比赛积分，黑方在前：2:0、1:1、0:2、0:0，弃权时后面加 f。裁判和主办人的裁决连同账号、理由和说明永久保存。
help-tournament-create = 举办比赛，成为主办人
help-tournament-create-name = 比赛的名称
help-tournament-create-preset = 以哪种预设为基础，见 `tengen tournament presets`
help-tournament-create-file = 从 JSON 文件读取设置（格式同 --print 的输出）；另外写明的各项优先
help-any-description = 其他须知：地点、费用等
help-any-prizes = 最后阶段下一名次的奖项，从第一名起每名一次
help-any-rounds = 积分编排制阶段的轮数
help-any-system = 只有一个阶段时的赛制：swiss:5（积分编排）、round-robin:2（循环）、elimination:1（淘汰）、swiss-elimination:2（积分编排加淘汰）
help-any-stages = 一个阶段，按顺序每个阶段写一次：elimination:1,best-of-3,first:8
help-any-bout = 一场由什么组成：game（一局）、best-of-3（三局两胜）、boards:5（五台团体）、win-and-continue（擂台）或 win-and-continue:both-out（擂台，和棋则双方都下）
help-any-order = 积分编排和循环阶段的名次依次按什么确定：points（积分）、total（总得分）、sos（对手分）、sos-without-extremes（对手分去高低）、sodos、sosos、beaten-opponents（小分）、warnings（警告）、direct-encounter（直接对局）、wins（胜局）、wins-with-white（后手胜局）、board-points（台分）、board-wins（胜台）、wins-on-board:1（第 1 台胜局）；可加 unplayed:own、none 或 half，highest:twice-rounds 或 best-actual
help-any-pace = 各轮何时开始：by-hand（由主办人宣布）、at-once（上一轮结束后立即）、at-once:5m（间隔 5 分钟），或 at:时间,时间……
help-any-zone = 上述时间所在的时区（IANA 名称）[默认：本机时区]
help-any-lateness = 迟到如何处理
help-any-lateness-doubled = 迟到时间加倍从基本用时中扣除，超过一小时判负
help-any-lateness-quarter-hour = 迟到超过 15 分钟判负
help-any-lateness-none = 只是照常计时
help-any-move-limit = 满多少手由裁判裁定；0 表示没有上限
help-any-unruled-repetition = 全局同形而裁判未裁定时如何处理
help-any-unruled-repetition-no-result = 无胜负
help-any-unruled-repetition-draw = 判和
help-any-illegal-move = 下在有子处、禁着点、劫或同形再现时如何处理
help-any-illegal-move-reject = 不予接受，另下一手
help-any-illegal-move-pass = 判虚着
help-any-illegal-move-warn = 警告：罚一子，第二次判负
help-any-illegal-move-lose = 判负
help-any-overtime = 超时如何处理；除判负外只用于读秒
help-any-overtime-lose = 判负
help-any-overtime-pass = 判虚着，最后一次读秒重新计时
help-any-overtime-penalty = 罚一子，再给一次读秒，最多两次
help-any-teams = 参赛者是队伍
help-any-entering = 谁可以报名
help-any-entering-open = 每人自行报名
help-any-entering-organiser = 由主办人报名
help-any-entry-limit = 最多多少个参赛者
help-any-organisers = 增加一位主办人，写名字或编号；每人写一次
help-any-referees = 增加一位裁判，写名字或编号；每人写一次
help-any-elsewhere = 对局不在本服务器进行：结果由主办人登记
help-any-print = 只以 JSON 输出设置，不发送
help-tournament-create-after =
    示例：
      tengen tournament create "公开赛" --preset chinese-2002 --rounds 5 --time 30m+5x30s
      tengen tournament create Bots --preset cgos --size 9 --pace at-once:10s
      tengen tournament create Cup --stage swiss:7 --stage elimination:1,best-of-3,first:8
      tengen tournament create League --system round-robin:2 --pace "at:2026-12-05 10:00,2026-12-12 10:00" \
             --zone Asia/Shanghai
      tengen tournament create Teams --teams --system round-robin:1 --bout boards:5 --elsewhere
      tengen tournament create Cup --preset uec --print > cup.json
      tengen tournament create Cup --settings cup.json

    赛制：swiss:轮数、round-robin:循环数、elimination:败场数、swiss-elimination:败场数。一场：game、best-of-3、boards:5、win-and-continue。--stage 的赛制之后可以用逗号接着写：一场由什么组成、first:N（上一阶段前几名参加）、carry（带分）、draws:stands（和棋有效）或 draws:replay（和棋重赛）。
help-tournament-change = 修改设置：开赛前都可以改，之后只有几项；没有写的保持不变
help-any-tournament = 比赛
help-any-name = 新的名称
help-tournament-change-file = 从 JSON 文件读取设置（格式同 --print 的输出）；另外写明的各项优先
help-tournament-presets = 列出可以作为基础的预设
help-tournament-list = 列出比赛，新的在前
help-tournament-list-phase = 只列处于这一进展的：entry（报名）、drawn（已抽签）、running（进行中）、finished（已结束）、cancelled（已取消）
help-tournament-list-before = 接着上次的列表往下列：填上次列表末尾给出的值
help-tournament-list-limit = 最多列多少项，1 至 200 [默认：50]
help-tournament-show = 显示一项比赛：设置、主办人和裁判、进展
help-tournament-enter = 自己报名；主办人可以为别人报名
help-tournament-enter-name = 名单上的名称 [默认：自己的名字]
help-tournament-enter-account = 由主办人为别人报名时：参赛的账号，写名字或编号
help-tournament-enter-myself = 主办人本人参赛
help-any-rank = 段位：30k 至 1k（级）、1d 至 9d（段）、1p 至 9p（职业段位）
help-any-rating = 等级分
help-any-club = 单位或队
help-any-seed = 种子号，由主办人指定
help-tournament-enter-from-round = 从哪一轮起参加编排 [默认：下一轮]
help-tournament-enter-team = 一名队员，每人写一次，替补在后：名字，或名字=账号
help-tournament-entries = 列出报名者
help-tournament-entries-csv = 输出可以再导入的名单
help-tournament-import = 由主办人导入名单，全部或全不
help-tournament-import-file = CSV 名单，第一行是列名；- 表示标准输入
help-tournament-import-check = 只检查名单有没有问题
help-tournament-edit = 由主办人修改报名
help-any-entry = 报名者：号或名称
help-tournament-edit-account = 参赛的账号，写名字或编号
help-tournament-edit-team = 重新写全部队员，每人写一次，替补在后：名字，或名字=账号
help-tournament-edit-clear = 要去掉的内容：rank（段位）、rating（等级分）、club（单位）、seed（种子号）
help-tournament-withdraw = 退赛；主办人和裁判可以让别人退赛
help-tournament-withdraw-entry = 报名者：号或名称 [默认：自己]
help-tournament-exclude = 由主办人或裁判取消比赛资格
help-tournament-readmit = 由主办人或裁判让退出者重新参加编排
help-tournament-line-up = 指定队伍从下一场起由谁上场
help-tournament-line-up-members = 队员在队伍名单中的序号，按台次排列
help-tournament-line-up-absent = 其中缺席而弃权的队员
help-tournament-member-leaves = 一名队员退出
help-tournament-member-leaves-member = 队员在队伍名单中的序号
help-tournament-draw = 抽签排定顺序，开赛前可以重抽
help-tournament-draw-by = 依据：seed（种子号）、rating（等级分）、rank（段位）或 lot（抽签）；seeded:8 表示前八名种子之外抽签
help-tournament-start = 开始第一阶段
help-tournament-pair = 编排下一轮
help-tournament-pair-begin = 编排后立即开始
help-tournament-pair-by-hand = 由主办人或裁判人工编排下一轮，或重新编排尚未开始的一轮
help-tournament-pair-by-hand-pairs = 谁对谁，写号：3-7，黑方在前
help-tournament-pair-by-hand-byes = 谁轮空，写号，以空格分隔
help-tournament-begin = 开始已编排的一轮
help-tournament-swap = 由主办人或裁判交换尚未开始的一场的先后手
help-tournament-swap-bout = 场次：阶段.轮次.台次，如 1.2.3
help-tournament-pairings = 显示一轮的编排和结果
help-any-stage = 阶段 [默认：最新的]
help-tournament-pairings-round = 轮次 [默认：最新的]
help-tournament-result = 登记不在本服务器进行的对局的结果
help-tournament-result-game = 对局：编号，或阶段.轮次.台次，团体赛再加 .台号
help-any-score = 比赛积分，黑方在前：2:0、1:1、0:2、0:0，2:0f 表示弃权；none 表示重赛
help-tournament-replay = 由主办人或裁判决定本轮一局重赛
help-tournament-replay-game = 对局：编号，或阶段.轮次.台次，团体赛再加 .台号
help-tournament-overturn = 由主办人或裁判改判一局或整场，以后各轮之后也可以
help-tournament-overturn-which = 对局写编号，整场写阶段.轮次.台次
help-tournament-close-round = 宣布本轮结束：没有结果的场次按和棋或按已下的对局计
help-tournament-next-stage = 开始下一阶段
help-tournament-next-stage-chosen = 谁晋级，写号，以空格分隔，第一种子在前 [默认：按名次]
help-tournament-standings = 显示名次
help-tournament-standings-crosstable = 带每一轮的对阵
help-tournament-bracket = 画出淘汰赛的对阵图
help-tournament-explain = 逐项说明某人的名次和编排从何而来
help-tournament-sanction = 由主办人或裁判处以停赛、降低奖励或通报批评
help-tournament-sanction-ban = 停赛：在某时之前不得报名
help-tournament-sanction-ban-whom = 对象：报名者的号或名称，或 @ 加账号编号
help-tournament-sanction-ban-until = 到何时：2027-12-01、2027-12-01 10:00，后面可以加时区，或按 RFC 3339 书写
help-tournament-sanction-ban-everywhere = 适用于本服务器的所有比赛，限全服务器的裁判或组织者
help-tournament-sanction-lift-ban = 解除本比赛对某人的停赛
help-tournament-sanction-lift-ban-whom = 对谁：参赛号、参赛名，或 @ 加账号
help-tournament-sanction-lower-prize = 奖励降一等
help-tournament-sanction-reprimand = 通报批评，对象不一定是参赛者
help-tournament-sanction-reprimand-person = 宣读时的名字
help-tournament-finish = 宣布比赛结束
help-tournament-cancel = 由主办人或裁判取消比赛
help-tournament-export = 输出成绩或全部棋谱，供其他程序使用
help-tournament-export-format = csv（成绩）、h9（欧洲围棋联合会的成绩表）、txt（可打印的成绩）、sgf（全部棋谱）
help-tournament-export-stage = 阶段 [默认：最新的；棋谱为全部]
help-tournament-export-round = 棋谱只输出这个阶段的这一轮
help-tournament-export-output = 写入这个文件 [默认：标准输出]
help-tournament-log = 显示比赛记录：谁在何时做了什么、为什么
help-tournament-log-from = 从这一事件开始
help-tournament-follow = 名次有变化就显示，直到比赛结束
help-bot = 让 GTP 引擎对局
help-bot-engine = 启动引擎的命令，引号用法同 shell（并不运行 shell）
help-bot-offer = 发出对局邀请
help-bot-accept = 接受这个邀请；不指明时接受别人的下一个公开邀请；加上 --size、--time、--rules 或 --handicap 时只接受与之相符的
help-bot-in-tournament = 下自己在这项比赛中的对局，直到比赛结束
help-bot-enter = 先报名参加这项比赛，除非已经报名
help-bot-games = 下完这么多盘后结束；账号中未下完的对局先下，也计算在内 [默认：不结束]
help-bot-start-within = 引擎启动后多少秒之内必须报出名字：启动时要自行调优的引擎请调大
help-bot-after =
    引擎须以对局的规则启动（gnugo 需要 --chinese-rules）；KataGo 会被告知规则。服务器拒绝一手棋（全局同形、自杀）时，让引擎另选一手；被拒三次，或引擎坚持己见时，停一手。死子以引擎的判断为准：与之不同处标记一次，标记与之相同就接受，否则第一次停手后继续下，最后一次停手时等待。悔棋的请求一律不同意。
help-help = 显示本帮助，或某个命令的帮助
