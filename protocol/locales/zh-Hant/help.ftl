# 命令列的說明；鍵由命令與參數的名字構成，英文見 en/help.ftl。

help-tengen = 在 Tengen（天元）伺服器上下圍棋、觀戰，或讓引擎對局
help-any-server = 伺服器位址 [預設：設定檔中的伺服器，沒有則為 http://127.0.0.1:9191]
help-any-profile = 你是誰：本機上有名字的一份登入（設定檔）
help-any-ca = 憑證授權單位檔案（PEM）：除本機信任的單位外，也信任它簽發的憑證；隨登入一起儲存，直到某次登入不再指定它
help-any-json = 標準輸出每行一個 JSON 物件
help-any-language = 介面語言：en、zh-Hans、zh-Hant [預設：本機的語言，沒有則為 en]
help-any-ascii = 棋盤、邊框和分數只用 ASCII 字元
help-any-lines = 逐行輸出，不用全螢幕介面：供螢幕閱讀器使用
help-any-bell = 輪到你或用時將盡時響鈴（全螢幕介面）
help-any-help = 顯示說明
help-tengen-version = 顯示版本
help-tengen-after =
    範例：
      tengen                                    大廳：有誰邀請對局，正在下哪些棋
      tengen guest                              成為訪客，此後一直以這個身分出現
      tengen play --offer --size 9 --time 10m   發出對局邀請，並在這裡下
      tengen --profile friend guest             同一台機器上的第二位棋手
      tengen offers                             有誰想下棋？
      tengen play --accept OFFER                接受其中一個邀請
      tengen play                               繼續進行中的對局
      tengen watch GAME                         觀戰
      tengen bot --engine "gnugo --mode gtp --chinese-rules" --accept
                                                讓引擎接受下一個公開的邀請
      TENGEN_TOKEN_FILE=bot.token tengen bot --engine "katago gtp" \
        --offer --time 10m+5x30s --games 3

    資料寫到標準輸出，訊息寫到標準錯誤。用 --json 時標準輸出每行一個 JSON 物件。
    顏色只出現在終端機上；設定了 NO_COLOR 時從不出現。

    使用誰的權杖：先看 TENGEN_TOKEN，再看 TENGEN_TOKEN_FILE 所指的檔案，最後看設定檔。設定檔儲存在使用者的設定目錄中（tengen/NAME.toml，只有你自己可讀）。

    結束代碼：
      0    完成
      1    被伺服器拒絕，或本機出了問題
      2    命令列有誤
      3    連不上伺服器
      4    沒有登入，或登入已失效
      5    引擎無法啟動，或一再出錯
      6    此帳號的另一個連線正在下這盤棋
      130  被中斷
help-register = 註冊帳號；密碼會詢問，或從標準輸入讀取
help-register-name = 帳號名，2 至 24 個字元，可用任何文字
help-any-replace = 替換設定檔中已有的登入；若是訪客，則不再留下任何東西
help-login = 登入；密碼會詢問，或從標準輸入讀取
help-login-name = 帳號名
help-guest = 成為訪客：名字不由自己選定的帳號
help-guest-print = 只顯示一個新訪客的權杖，不動任何設定檔：給引擎或另一台機器用
help-logout = 登出：本機忘記它，伺服器上也結束它
help-whoami = 顯示你是誰
help-token = 有名字的權杖，供引擎和其他機器使用
help-token-make = 建立權杖並顯示它；此後不再顯示
help-token-make-label = 它的用途
help-token-make-days = 有效天數，1 至 400 [預設：90]
help-token-list = 列出權杖
help-token-revoke = 撤銷權杖；用它建立的連線會被關閉
help-token-revoke-id = 權杖的編號，見 `tengen token list`
help-offer = 發出對局邀請，之後用 `tengen play` 來下
help-any-size = 棋盤：19，或 13x9（13 行 9 列）；最大 25
help-any-time = 用時：30m+5x60s（讀秒）、'2h(5x60s)'（要加引號）、20m+25/10m（加拿大讀秒）、10m+15s/move（費舍爾加秒）、1h、5s/move、3d/move、none（不限時）
help-any-rules = 規則：chinese、chinese-1988、aga、new-zealand、tromp-taylor
help-any-komi = 貼目，以目計 [預設：按規則；讓子棋為 0]
help-any-handicap = 讓子數
help-any-free-placement = 讓子由黑方自由放置
help-any-colour = 你執什麼顏色；讓子棋必須指定
help-any-colour-black = 你執黑
help-any-colour-white = 你執白
help-any-colour-nigiri = 由伺服器猜先
help-any-ko = 與規則不同的劫的規定
help-any-ko-positional = 全局同形再現一律禁止
help-any-ko-situational = 禁止輪到同一方時的全局同形再現
help-any-ko-simple = 只禁止立即回提
help-any-ko-referee = 三劫循環等由裁判裁定
help-any-suicide = 與規則不同的自殺規定
help-any-suicide-no = 禁止自殺
help-any-suicide-multi = 允許兩子以上的自殺
help-any-no-undo = 不許悔棋
help-any-pauses = 所有暫停合計的時限，如 30m；0 為不許暫停
help-any-visibility = 誰可以觀戰
help-any-visibility-public = 所有人
help-any-visibility-unlisted = 知道對局編號的人
help-any-visibility-private = 只有對局者
help-any-to = 只有這個帳號可以接受：填帳號編號（`tengen whoami` 顯示在括號裡），不是名字
help-offers = 列出公開的邀請；你自己的有標記
help-withdraw = 撤回你的邀請
help-any-offer = 邀請，見 `tengen offers`
help-accept = 接受邀請，之後用 `tengen play` 來下
help-games = 列出對局，新的在前
help-games-mine = 只列你自己未下完的
help-games-player = 只列這位棋手的對局：名字或帳號編號
help-games-opponent = 只列兩人之間的對局：另一位棋手的名字或編號
help-games-finished = 只列已結束的對局，最近結束的在前
help-games-result = 只列該棋手勝（won）、負（lost）或和棋、作廢（other）的已結束對局
help-games-size = 只列這種棋盤的對局：19，或 13x9 表示 13 列 9 行
help-games-before = 接著已結束對局的列表往下列：填上次列表末尾給出的值
help-games-limit = 最多列多少盤，1 至 200 [預設：由伺服器定，50]
help-sgf = 輸出一盤棋的棋譜；顯示或檢查檔案中的棋譜
help-any-game = 對局
help-sgf-after =
    範例：
      tengen sgf GAME > game.sgf           儲存棋譜
      tengen sgf GAME --json | jq -r .sgf  同上，供程式使用
      tengen sgf show game.sgf --move 50   棋譜中 50 手之後的棋盤
      tengen sgf check game.sgf            檢查著手是否合法
help-sgf-show = 顯示棋譜：對局的說明和棋盤
help-any-file = 檔案；- 表示標準輸入
help-any-which = 檔案中的第幾局，從 1 起
help-any-encoding = 檔案的編碼，不論它自己怎麼註明：UTF-8、GB18030、Big5、Shift_JIS 等
help-sgf-show-number = 多少手之後的棋盤，虛手也算一手 [預設：全部]
help-sgf-show-after =
    範例：
      tengen sgf show game.sgf             對局的說明和終局的棋盤
      tengen sgf show game.sgf --move 50   50 手之後的棋盤，虛手也算一手
      tengen sgf GAME | tengen sgf show -  伺服器上的一盤棋

    其他程式寫的棋譜盡量讀取；不合常規之處寫到標準錯誤。
help-sgf-check = 檢查棋譜：著手是否合法，終局如何數子
help-sgf-check-rules = 規則：chinese、chinese-1988、aga、new-zealand、tromp-taylor [預設：棋譜註明的規則，沒有則為 chinese]
help-sgf-check-dead = 每塊死子中的一子，用空格隔開：去掉它們後數子 [預設：棋譜標為對方地域中的棋子]
help-sgf-check-after =
    範例：
      tengen sgf check game.sgf                         按棋譜註明的規則
      tengen sgf check game.sgf --rules aga --ko simple 按別的規則
      tengen sgf check game.sgf --dead "D4 Q16"         去掉 D4 和 Q16 處的棋塊後數子
      tengen sgf check game.sgf --dead ""               沒有死子，數子

    著手全部合法時結束代碼為 0，否則為 1。數子的結果不影響結束代碼。
help-watch = 觀戰，直到對局結束
help-watch-snapshot = 與 --json 同用：收到的快照也照樣輸出
help-watch-after =
    範例：
      tengen watch GAME                    每手之後的棋盤
      tengen watch GAME --json             每個事件一行，隨到隨出
      tengen watch GAME --json --snapshot  先是對局的現狀，然後是事件

    用 --json 時，進行中的對局只給出此後的事件：中途進來的人從 --snapshot 或 HTTP 得知之前的內容。已結束的對局給出全部記錄，從第 1 個事件起。
help-say = 在對局旁聊天：自己下的棋對雙方棋手說，否則對觀眾說；終局後所有人都能看到
help-say-text = 要說的話，最多 300 個字元
help-say-channel = 對誰說：players（棋手）或 spectators（觀眾）[預設：終局前對你開放的那一個]
help-mute = 在任何對局中都不再聽到某個帳號的話
help-unmute = 重新聽到某個帳號的話
help-any-who = 對象：@ 加帳號編號；或名字，須是你已封鎖的人，或同時指定一盤棋
help-any-beside = 在這盤棋的棋手和說過話的人中找這個名字
help-completions = 輸出命令列補全腳本
help-completions-shell = 用於哪種 shell
help-play = 在這裡下棋；不帶參數時繼續進行中的對局
help-play-game = 你的一盤已經開始的對局
help-play-offer = 發出對局邀請，有人接受後就下
help-play-accept = 接受這個邀請並開始下
help-play-in-tournament = 等待你在這項比賽中的下一盤棋並開始下
help-referee = 以裁判身分在對局中作出裁決，或查看比賽的各棋桌
help-referee-of = 要裁決的對局；控制台和對全部棋桌的命令則寫比賽
help-referee-warn = 警告一方：數子時罰一子；第二次警告判負
help-referee-warn-side = 警告誰
help-any-reason = 理由：late（遲到）、cheating（作弊）、consulting（與他人商議）、talking（談論對局）、device（電子設備）、smoking（吸菸）、disturbance（干擾比賽）、withdrawal（中途退賽）、ceremony（缺席儀式）、other（其他）
help-any-text = 用自己的話說明理由，最多 300 字；所有人都能看到
help-any-yes = 不再詢問是否確定
help-referee-lose = 判一方或雙方負
help-referee-lose-side = 誰負
help-referee-adjudicate = 裁定勝負，結束對局
help-any-result = 結果：B+3.5（目數）、B+R、B+T、B+F，白方為 W，0（和棋）、Void（無勝負）、both_lose（雙方負）
help-any-not-force-majeure = 不是因為不可抗力：不足 151 手也可以
help-referee-count = 按盤上現狀數子，結束對局
help-any-dead = 每塊死棋中的一子，以空格分隔
help-referee-overturn = 改判已結束的對局
help-referee-life-and-death = 在最後一次停止時裁定死活，並數子
help-referee-clocks = 調整用時；沒有寫的保持不變
help-any-black-main = 黑方的基本用時，如 20m 或 1h30m；0 表示沒有
help-any-black-periods = 黑方的讀秒次數
help-any-white-main = 白方的基本用時
help-any-white-periods = 白方的讀秒次數
help-referee-take-back = 退回幾手
help-referee-take-back-moves = 手數，虛手也算
help-referee-edit = 修改盤上的棋子，繼續對局
help-referee-edit-remove = 要拿掉的棋子，以空格分隔
help-referee-edit-black = 要放黑子的點，以空格分隔
help-referee-edit-white = 要放白子的點，以空格分隔
help-referee-edit-to-move = 輪到誰下［預設：現在輪到的一方］
help-referee-restart = 重新開始本局，用時復原；警告保留
help-referee-replay = 本局無勝負，另行重賽
help-referee-colours-wrong = 先後手有誤，交換後重新對局：限前十手
help-referee-suspend = 中止對局，雙方用時也停止
help-referee-resume = 恢復被中止或暫停的對局
help-referee-repetition = 裁定使對局停止的全局同形
help-referee-repetition-ruling = 如何裁定
help-referee-repetition-ruling-draw = 判和
help-referee-repetition-ruling-no-result = 無勝負
help-referee-repetition-ruling-replay = 重賽
help-referee-repetition-ruling-forbid = 退回這一手，禁止該方再次造成全局同形
help-referee-repetition-ruling-continue = 繼續對局，直到同一局面再次出現
help-referee-boards = 列出比賽的棋桌，有問題的在前
help-referee-suspend-all = 中止比賽全部棋桌的對局：停電
help-referee-resume-all = 恢復比賽全部被裁判中止的對局
help-referee-after =
    範例：
      tengen referee GAME warn black --reason talking
      tengen referee GAME lose both --reason cheating --text "本局係事先安排"
      tengen referee GAME adjudicate B+3.5 --reason other --text "停電"
      tengen referee GAME count --dead "D4 Q16" --reason other
      tengen referee GAME overturn W+F --reason consulting
      tengen referee GAME clocks --black-main 20m --black-periods 5 --reason other
      tengen referee GAME take-back 2 --reason other
      tengen referee GAME suspend --reason other --text "停電"
      tengen referee GAME repetition draw --reason other
      tengen referee GAME edit --remove "D4" --white "D5" --to-move black --reason other --yes
      tengen referee EVENT                                  控制台：有問題的棋桌在前
      tengen referee EVENT boards                           同樣的內容，逐行；程式用 --json
      tengen referee EVENT suspend-all --reason other --text "power cut"

    關於局面的裁決（數子、退回、修改局面等）在顯示對局之後若又有著手，則被拒絕；其間若已有別的裁決，任何裁決都被拒絕。裁決連同你的帳號、理由和說明永久保存在對局的紀錄中，並告知雙方棋手和所有觀戰者。
help-tournament = 比賽：舉辦、參加、查看編排和名次、裁決
help-tournament-after =
    示例：
      tengen tournament presets                                可以從哪些預設開始
      tengen tournament create "公開賽" --preset chinese-2002 --rounds 5
      tengen tournament import T players.csv --check           名單有沒有問題
      tengen tournament enter T --rank 3d                      報名
      tengen tournament draw T --by rating                     抽籤排序
      tengen tournament start T
      tengen tournament pair T --begin                         編排並開始一輪
      tengen tournament pairings T
      tengen tournament result T 1.1.3 2:0                     第 1 階段第 1 輪第 3 台：黑勝
      tengen tournament standings T --crosstable
      tengen tournament explain T "李明"                       名次從何而來
      tengen tournament export T --format h9 -o open.h9

    T 是比賽編號，見 `tengen tournament list`。報名者寫號或名稱。結果寫比賽積分，黑方在前：2:0、1:1、0:2、0:0，棄權時後面加 f。裁判和主辦人的裁決連同帳號、理由和說明永久保存。
help-tournament-create = 舉辦比賽，成為主辦人
help-tournament-create-name = 比賽的名稱
help-tournament-create-preset = 以哪種預設為基礎，見 `tengen tournament presets`
help-tournament-create-file = 從 JSON 檔案讀取設置（格式同 --print 的輸出）；另外寫明的各項優先
help-any-description = 其他須知：地點、費用等
help-any-prizes = 最後階段下一名次的獎項，從第一名起每名一次
help-any-rounds = 積分編排制階段的輪數
help-any-system = 只有一個階段時的賽制：swiss:5（積分編排）、round-robin:2（循環）、elimination:1（淘汰）、swiss-elimination:2（積分編排加淘汰）
help-any-stages = 一個階段，按順序每個階段寫一次：elimination:1,best-of-3,first:8
help-any-bout = 一場由什麼組成：game（一局）、best-of-3（三局兩勝）、boards:5（五台團體）、win-and-continue（擂台）或 win-and-continue:both-out（擂台，和棋則雙方都下）
help-any-order = 積分編排和循環階段的名次依次按什麼確定：points（積分）、total（總得分）、sos（對手分）、sos-without-extremes（對手分去高低）、sodos、sosos、beaten-opponents（小分）、warnings（警告）、direct-encounter（直接對局）、wins（勝局）、wins-with-white（後手勝局）、board-points（台分）、board-wins（勝台）、wins-on-board:1（第 1 台勝局）；可加 unplayed:own、none 或 half，highest:twice-rounds 或 best-actual
help-any-pace = 各輪何時開始：by-hand（由主辦人宣布）、at-once（上一輪結束後立即）、at-once:5m（間隔 5 分鐘），或 at:時間,時間……
help-any-zone = 上述時間所在的時區（IANA 名稱）[預設：本機時區]
help-any-lateness = 遲到如何處理
help-any-lateness-doubled = 遲到時間加倍從基本用時中扣除，超過一小時判負
help-any-lateness-quarter-hour = 遲到超過 15 分鐘判負
help-any-lateness-none = 只是照常計時
help-any-move-limit = 滿多少手由裁判裁定；0 表示沒有上限
help-any-unruled-repetition = 全局同形而裁判未裁定時如何處理
help-any-unruled-repetition-no-result = 無勝負
help-any-unruled-repetition-draw = 判和
help-any-illegal-move = 下在有子處、禁著點、劫或同形再現時如何處理
help-any-illegal-move-reject = 不予接受，另下一手
help-any-illegal-move-pass = 判虛著
help-any-illegal-move-warn = 警告：罰一子，第二次判負
help-any-illegal-move-lose = 判負
help-any-overtime = 超時如何處理；除判負外只用於讀秒
help-any-overtime-lose = 判負
help-any-overtime-pass = 判虛著，最後一次讀秒重新計時
help-any-overtime-penalty = 罰一子，再給一次讀秒，最多兩次
help-any-teams = 參賽者是隊伍
help-any-entering = 誰可以報名
help-any-entering-open = 每人自行報名
help-any-entering-organiser = 由主辦人報名
help-any-entry-limit = 最多多少個參賽者
help-any-organisers = 增加一位主辦人，寫名字或編號；每人寫一次
help-any-referees = 增加一位裁判，寫名字或編號；每人寫一次
help-any-elsewhere = 對局不在本伺服器進行：結果由主辦人登記
help-any-print = 只以 JSON 輸出設置，不發送
help-tournament-create-after =
    示例：
      tengen tournament create "公開賽" --preset chinese-2002 --rounds 5 --time 30m+5x30s
      tengen tournament create Bots --preset cgos --size 9 --pace at-once:10s
      tengen tournament create Cup --stage swiss:7 --stage elimination:1,best-of-3,first:8
      tengen tournament create League --system round-robin:2 --pace "at:2026-12-05 10:00,2026-12-12 10:00" \
             --zone Asia/Shanghai
      tengen tournament create Teams --teams --system round-robin:1 --bout boards:5 --elsewhere
      tengen tournament create Cup --preset uec --print > cup.json
      tengen tournament create Cup --settings cup.json

    賽制：swiss:輪數、round-robin:循環數、elimination:敗場數、swiss-elimination:敗場數。一場：game、best-of-3、boards:5、win-and-continue。--stage 的賽制之後可以用逗號接著寫：一場由什麼組成、first:N（上一階段前幾名參加）、carry（帶分）、draws:stands（和棋有效）或 draws:replay（和棋重賽）。
help-tournament-change = 修改設置：開賽前都可以改，之後只有幾項；沒有寫的保持不變
help-any-tournament = 比賽
help-any-name = 新的名稱
help-tournament-change-file = 從 JSON 檔案讀取設置（格式同 --print 的輸出）；另外寫明的各項優先
help-tournament-presets = 列出可以作為基礎的預設
help-tournament-list = 列出比賽，新的在前
help-tournament-list-phase = 只列處於這一進展的：entry（報名）、drawn（已抽籤）、running（進行中）、finished（已結束）、cancelled（已取消）
help-tournament-list-before = 接著上次的列表往下列：填上次列表末尾給出的值
help-tournament-list-limit = 最多列多少項，1 至 200 [預設：50]
help-tournament-show = 顯示一項比賽：設置、主辦人和裁判、進展
help-tournament-enter = 自己報名；主辦人可以為別人報名
help-tournament-enter-name = 名單上的名稱 [預設：自己的名字]
help-tournament-enter-account = 由主辦人為別人報名時：參賽的帳號，寫名字或編號
help-tournament-enter-myself = 主辦人本人參賽
help-any-rank = 段位：30k 至 1k（級）、1d 至 9d（段）、1p 至 9p（職業段位）
help-any-rating = 等級分
help-any-club = 單位或隊
help-any-seed = 種子號，由主辦人指定
help-tournament-enter-from-round = 從哪一輪起參加編排 [預設：下一輪]
help-tournament-enter-team = 一名隊員，每人寫一次，替補在後：名字，或名字=帳號
help-tournament-entries = 列出報名者
help-tournament-entries-csv = 輸出可以再導入的名單
help-tournament-import = 由主辦人導入名單，全部或全不
help-tournament-import-file = CSV 名單，第一行是列名；- 表示標準輸入
help-tournament-import-check = 只檢查名單有沒有問題
help-tournament-edit = 由主辦人修改報名
help-any-entry = 報名者：號或名稱
help-tournament-edit-account = 參賽的帳號，寫名字或編號
help-tournament-edit-team = 重新寫全部隊員，每人寫一次，替補在後：名字，或名字=帳號
help-tournament-edit-clear = 要去掉的內容：rank（段位）、rating（等級分）、club（單位）、seed（種子號）
help-tournament-withdraw = 退賽；主辦人和裁判可以讓別人退賽
help-tournament-withdraw-entry = 報名者：號或名稱 [預設：自己]
help-tournament-exclude = 由主辦人或裁判取消比賽資格
help-tournament-readmit = 由主辦人或裁判讓退出者重新參加編排
help-tournament-line-up = 指定隊伍從下一場起由誰上場
help-tournament-line-up-members = 隊員在隊伍名單中的序號，按台次排列
help-tournament-line-up-absent = 其中缺席而棄權的隊員
help-tournament-member-leaves = 一名隊員退出
help-tournament-member-leaves-member = 隊員在隊伍名單中的序號
help-tournament-draw = 抽籤排定順序，開賽前可以重抽
help-tournament-draw-by = 依據：seed（種子號）、rating（等級分）、rank（段位）或 lot（抽籤）；seeded:8 表示前八名種子之外抽籤
help-tournament-start = 開始第一階段
help-tournament-pair = 編排下一輪
help-tournament-pair-begin = 編排後立即開始
help-tournament-pair-by-hand = 由主辦人或裁判人工編排下一輪，或重新編排尚未開始的一輪
help-tournament-pair-by-hand-pairs = 誰對誰，寫號：3-7，黑方在前
help-tournament-pair-by-hand-byes = 誰輪空，寫號，以空格分隔
help-tournament-begin = 開始已編排的一輪
help-tournament-swap = 由主辦人或裁判交換尚未開始的一場的先後手
help-tournament-swap-bout = 場次：階段.輪次.台次，如 1.2.3
help-tournament-pairings = 顯示一輪的編排和結果
help-any-stage = 階段 [預設：最新的]
help-tournament-pairings-round = 輪次 [預設：最新的]
help-tournament-result = 登記不在本伺服器進行的對局的結果
help-tournament-result-game = 對局：編號，或階段.輪次.台次，團體賽再加 .台號
help-any-score = 比賽積分，黑方在前：2:0、1:1、0:2、0:0，2:0f 表示棄權；none 表示重賽
help-tournament-replay = 由主辦人或裁判決定本輪一局重賽
help-tournament-replay-game = 對局：編號，或階段.輪次.台次，團體賽再加 .台號
help-tournament-overturn = 由主辦人或裁判改判一局或整場，以後各輪之後也可以
help-tournament-overturn-which = 對局寫編號，整場寫階段.輪次.台次
help-tournament-close-round = 宣布本輪結束：沒有結果的場次按和棋或按已下的對局計
help-tournament-next-stage = 開始下一階段
help-tournament-next-stage-chosen = 誰晉級，寫號，以空格分隔，第一種子在前 [預設：按名次]
help-tournament-standings = 顯示名次
help-tournament-standings-crosstable = 帶每一輪的對陣
help-tournament-bracket = 畫出淘汰賽的對陣圖
help-tournament-explain = 逐項說明某人的名次和編排從何而來
help-tournament-sanction = 由主辦人或裁判處以停賽、降低獎勵或通報批評
help-tournament-sanction-ban = 停賽：在某時之前不得報名
help-tournament-sanction-ban-whom = 對象：報名者的號或名稱，或 @ 加帳號編號
help-tournament-sanction-ban-until = 到何時：2027-12-01、2027-12-01 10:00，後面可以加時區，或按 RFC 3339 書寫
help-tournament-sanction-ban-everywhere = 適用於本伺服器的所有比賽，限全伺服器的裁判或組織者
help-tournament-sanction-lift-ban = 解除本比賽對某人的停賽
help-tournament-sanction-lift-ban-whom = 對誰：參賽號、參賽名，或 @ 加帳號
help-tournament-sanction-lower-prize = 獎勵降一等
help-tournament-sanction-reprimand = 通報批評，對象不一定是參賽者
help-tournament-sanction-reprimand-person = 宣讀時的名字
help-tournament-finish = 宣布比賽結束
help-tournament-cancel = 由主辦人或裁判取消比賽
help-tournament-export = 輸出成績或全部棋譜，供其他程式使用
help-tournament-export-format = csv（成績）、h9（歐洲圍棋聯合會的成績表）、txt（可列印的成績）、sgf（全部棋譜）
help-tournament-export-stage = 階段 [預設：最新的；棋譜為全部]
help-tournament-export-round = 棋譜只輸出這個階段的這一輪
help-tournament-export-output = 寫入這個檔案 [預設：標準輸出]
help-tournament-log = 顯示比賽記錄：誰在何時做了什麼、為什麼
help-tournament-log-from = 從這一事件開始
help-tournament-follow = 名次有變化就顯示，直到比賽結束
help-bot = 讓 GTP 引擎對局
help-bot-engine = 啟動引擎的命令，引號用法同 shell（並不執行 shell）
help-bot-offer = 發出對局邀請
help-bot-accept = 接受這個邀請；不指明時接受別人的下一個公開邀請；加上 --size、--time、--rules 或 --handicap 時只接受與之相符的
help-bot-in-tournament = 下自己在這項比賽中的對局，直到比賽結束
help-bot-enter = 先報名參加這項比賽，除非已經報名
help-bot-games = 下完這麼多盤後結束；帳號中未下完的對局先下，也計算在內 [預設：不結束]
help-bot-start-within = 引擎啟動後多少秒之內必須報出名字：啟動時要自行調校的引擎請調大
help-bot-after =
    引擎須以對局的規則啟動（gnugo 需要 --chinese-rules）；KataGo 會被告知規則。伺服器拒絕一手棋（全局同形、自殺）時，讓引擎另選一手；被拒三次，或引擎堅持己見時，虛手。死子以引擎的判斷為準：與之不同處標記一次，標記與之相同就接受，否則第一次虛手後繼續下，最後一次虛手時等待。悔棋的請求一律不同意。
help-help = 顯示本說明，或某個命令的說明
