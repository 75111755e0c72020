# 帳號、設定檔、權杖、與伺服器的連線，以及引擎對局。

## 命令為何失敗。

failure-not-logged-in = 未登入：{ $why }
failure-engine = 引擎：{ $why }
failure-seat-taken = 此帳號的另一個連線正在下對局 { $game }
failure-interrupted = 已中斷
failure-output-closed = 輸出已關閉

## 帳號。

account-password = 密碼：
account-password-again = 再輸入一次：
account-password-unreadable = 讀不到密碼：{ $why }
account-password-on-stdin = 請在標準輸入寫密碼，1 至 { $most } 位元組
account-password-short = 密碼至少 { $least } 位元組
account-passwords-differ = 兩次輸入的密碼不同
account-name = 名字「{ $name }」：請寫 { $least } 至 { $most } 個任何文字的字母與數字，或 - _ .
account-there-already = 設定檔「{ $profile }」已是 { $name }；請用 --profile NAME，或 --replace
account-logout-not-told = 本機已忘記這份登入，但沒能告知伺服器：{ $why }
account-is = { $name }（{ $account }）
account-is-guest = { $name }（{ $account }，訪客）
account-is-now = { $name }（{ $account }），設定檔「{ $profile }」，伺服器 { $server }

## 設定檔與權杖。

profile-name = 設定檔「{ $profile }」：請寫 1 至 { $most } 個 A-Z a-z 0-9 - _
profile-no-login = 設定檔「{ $profile }」在此沒有登入
profile-no-account = 設定檔「{ $profile }」在 { $server } 沒有帳號：請試 `tengen login` 或 `tengen guest`
profile-damaged = tengen：設定檔中關於伺服器的內容不可用，不用它繼續：{ $why }
profile-authority = { $why }；設定檔「{ $profile }」為 { $server } 記下了它：請用 --ca FILE 重新登入，或不用 --ca 登入以忘記它
token-anonymous = 當前是匿名
token-given = TENGEN_TOKEN 無法續期
token-guest-ended = 訪客的權杖已失效：請試 `tengen guest --replace`
token-login-ended = 登入已失效：請試 `tengen login`
token-file-empty = { $file } 是空的
token-id = 權杖編號「{ $id }」：請按 `tengen token list` 顯示的寫
token-refused = 權杖被拒絕
token-renewed = 權杖已續期
token-not-renewed = 權杖無法續期：{ $why }
token-none-new = 沒有新權杖：{ $why }
token-bot = 引擎對局需要帳號

## 信任誰的憑證。

trust-too-large = { $size } 位元組；最多 { $most }
trust-no-certificate = 其中沒有憑證（PEM）
trust-no-pem = 不是憑證的 PEM：{ $why }
trust-no-end = 有一段沒有以 -----END ...----- 行結束
trust-no-start = 有一處 -----BEGIN ...----- 沒有完整地獨佔一行
trust-no-base64 = 有一段不是 base64
trust-unreadable = 無法讀取

## 與伺服器的連線。

server-address = 伺服器「{ $server }」：請寫成 http://HOST:PORT 或 https://HOST
reach-nobody = { $server } 沒有伺服器（{ $why }）；請啟動一個，或指定 --server
reach-no-connection = 連不上 { $server }：{ $why }
reach-stranger = { $server } 上應答的不是 Tengen 伺服器（{ $what }）
reach-foreign-answer = 它的回答不合本協定
reach-refused = 連線被拒絕
reach-no-answer = 沒有及時應答
reach-no-way = 網路不通
reach-no-host = 沒有這個名字的主機
reach-unknown-issuer = 簽發它的憑證的單位不受信任（{ $why }）；請用 --ca 指定私有的授權單位
reach-untrusted = 它的憑證不受信任（{ $why }）
reach-speaks-http = 這個伺服器可能用的是 http：請試 { $address }
reach-speaks-https = 這個伺服器可能用的是 https：請試 { $address }
reach-cut = 連線斷開了

## 連線。

connection-ended = 工作階段已結束
connection-failed = 工作階段出錯：{ $why }
connection-lost = 連線中斷（{ $why }）
connection-given-up = { $why }；不再嘗試
connection-trying-again = { $why }；{ $seconds } 秒後重試
connection-no-hello = 伺服器沒有回應 hello
connection-silent = 收不到伺服器的任何回應
connection-closed = 伺服器關閉了連線
connection-closed-because = 伺服器關閉了連線（{ $why }）
connection-closing = 伺服器即將關閉連線：{ $why }
connection-refused = { $server } 拒絕連線（{ $status }）
connection-stuck = 連線發不出資料了
connection-unreadable = 讀不懂伺服器的一條訊息：{ $why }
connection-not-understood = 伺服器讀不懂一條訊息：{ $why }
connection-no-answer = 伺服器沒有回答所問
connection-no-game = 讀不懂伺服器關於對局 { $game } 的回答；將再次詢問

## 引擎。

engine-refused = 被拒絕：{ $why }
engine-ended = 引擎已退出
engine-ended-so = 引擎已退出（{ $how }）
engine-late = { $seconds } 秒內沒有回答「{ $command }」
engine-silent = 它在 { $seconds } 秒內沒有回答「{ $command }」：它支援 GTP 嗎（gnugo 需要 --mode gtp）？
engine-not-started = 無法啟動「{ $program }」：{ $why }
engine-not-found = 無法啟動「{ $program }」：{ $why }；它在 PATH 中嗎？
engine-not-on-path = 無法啟動「{ $program }」：{ $why }；它在 PATH 中嗎？有一個 { $path }
engine-no-pipes = 引擎沒有管道
engine-talks = 引擎未經詢問就不斷輸出
engine-long-answer = 一個回答超過 { $most } 位元組
engine-long-line = 一行超過 { $most } 位元組
engine-no-move = 「{ $answer }」不是一手棋
engine-quote-open = 有引號沒有閉合
engine-no-command = 請寫啟動引擎的命令
engine-option = --engine 「{ $line }」：{ $why }
engine-is = 引擎：{ $name }
engine-again = 引擎：{ $why }；重新啟動
engine-given-up = { $why }；重新啟動 { $restarts } 次後放棄
engine-square-only = 它只下方形棋盤，不下 { $size }
engine-not-on-board = 它不下 { $size } 的棋盤
engine-not-on-board-because = 它不下 { $size }：{ $why }
engine-refuses-move = 引擎：不接受{ $colour ->
        [black] 黑
       *[white] 白
    } { $vertex }（{ $why }）：重新擺局面
engine-takes-nothing = 它既不接受對局的著手，也不接受局面
engine-no-file = 寫不了暫存檔：{ $why }

## 引擎對局。

bot-accept-as-it-is = --accept OFFER 原樣接受那個邀請：請去掉對局的設定
bot-game-first = 對局 { $game }：尚未下完，先下它
bot-game-over = 對局 { $game }：{ $result }
bot-game-waits = 對局 { $game }：等待對手
bot-game-begins = 對局 { $game }：開始
bot-lost-move = 對局 { $game }：伺服器丟失了 { $vertex } 這一手
bot-move-refused = 對局 { $game }：{ $vertex } 被拒絕：{ $why }
bot-plays-on = 對局 { $game }：死子的標記與引擎的判斷不同：繼續下
bot-no-offer-yet = 還不能發出邀請：{ $why }
bot-offer-open = 邀請 { $offer }：已公開
bot-offer-again = 邀請 { $offer }：已結束，重新發出
bot-offer-board = 邀請 { $offer }：引擎不下 { $size }
bot-offer-not-taken = 邀請 { $offer }：{ $why }
bot-waiting = 等待別人的邀請

## 本機的說法。

system-not-found = 沒有這個檔案或目錄
system-denied = 沒有權限
system-directory = 這是一個目錄
system-no-directory = 不是目錄
system-full = 磁碟空間不足
system-read-only = 檔案系統唯讀
system-no-text = 不是 UTF-8 文字
