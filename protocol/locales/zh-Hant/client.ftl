### What the client tells beside the game: the line mode, offers, lists.

## The sides below the board

board-side = { $letter } { $colour }：{ $name }，提子 { $captures }
board-side-passes = { $side }，另因對方虛手得 { $passes } 子
board-side-time = { $side }，剩餘 { $time }
board-side-running = { $side }，剩餘 { $time }（計時中）

## A player at the board

seat-welcome = 對局 { $game }：你執{ $side ->
    [black] 黑
   *[white] 白
}，對手 { $opponent }；輸入 `help` 查看可輸入的內容
seat-welcome-over = 對局 { $game }：你曾執{ $side ->
    [black] 黑
   *[white] 白
}，對手 { $opponent }
seat-begins = 雙方已到場，對局開始
seat-undo = 對方請求悔棋：輸入 yes（是）同意，或 no（否）拒絕
seat-proposal = { $asked }：請輸入 yes（是）或 no（否）
seat-seal = 請封手：照常輸入座標，續弈之前誰也看不到
seat-go-on = 輸入 resume（繼續）向對手請求繼續對局
seat-opponent-away = 對手還沒有到場，尚未開始計時
seat-place = 輪到你：請放置讓子
seat-move = 輪到你
seat-stop = 雙方虛手，請確認死子。`dead D4`（死 D4）把一塊棋標為死子（盤上以小寫 x、o 顯示），`alive D4`（活 D4）取消；標記無誤後輸入 `accept`（同意）；`resume`（繼續）繼續對局。若雙方未在 { $within }內都同意，對局繼續。
seat-stop-final = 雙方虛手，請確認死子。`dead D4`（死 D4）把一塊棋標為死子（盤上以小寫 x、o 顯示），`alive D4`（活 D4）取消；標記無誤後輸入 `accept`（同意）；`resume`（繼續）請求繼續對局，須雙方都請求。若雙方未在 { $within }內都同意，所有棋子按活子計。
seat-lost = 伺服器遺失了 { $vertex } 這一手：請看棋盤
seat-taken = 你的另一個連線正在下這盤棋；輸入 `seat`（入座）收回
seat-connected = 已重新連線
seat-refused = { $typed }：{ $refusal }
seat-not-here = 對局還沒有收到
seat-resign = 要認輸嗎？輸入 yes（是）或 no（否）

## Who leaves

leave-over = 對局已經結束
leave-waiting = 你在對局開始前退出；`tengen play { $game }` 可以回來
leave-scoring = 你在確認死子時退出；`tengen play { $game }` 可以回來
leave-paused = 你離開了；暫停結束後對局繼續，`tengen play { $game }` 可以回來
leave-suspended = 你離開了；對局由裁判恢復，`tengen play { $game }` 可以回來
leave-adjourned = 你離開了；對局已封棋，`tengen play { $game }` 可以回來
leave-no-clock = 你退出了；對局會等你，`tengen play { $game }` 可以回來
leave-playing = 你退出了；對局和你的計時仍在繼續，`tengen play { $game }` 可以回來
input-ended = 輸入已結束：{ $farewell }
input-failed = 標準輸入：{ $error }
terminal-failed = 終端機出錯：{ $why }
terminal-gone = 終端機已中斷
signals-failed = 無法接收系統訊號：{ $why }

## What is typed

typed-help =
    Q16              在該點落子（列字母沒有 I，再寫行號）
    pass             虛手（也可輸入 虛手、停一手）
    resign           認輸，會再問一次（也可輸入 認輸）
    undo [N]         請求悔 N 手（預設：悔到自己的上一手；也可輸入 悔棋）
    pause            請求暫停；resume 請求繼續（也可輸入 暫停）
    count            申請數子（也可輸入 數子）
    adjourn [時間]   提議封棋，到 2026-12-01 10:00 [時區]，不寫則最遲 30 天（也可輸入 封棋）
    seal D4          同意封棋後封手（也可輸入 封手 D4）
    yes, no          回答問題（也可輸入 是、否）
    dead D4          雙方虛手後，把該塊棋標為死子（也可輸入 死 D4）
    alive D4         改標為活子（也可輸入 活 D4）
    accept           同意死子標記；雙方都同意後數子（也可輸入 同意）
    resume           不數子，繼續對局（也可輸入 繼續）
    seat             在別的連線接手之後，重新在這裡下（也可輸入 入座）
    board            再顯示一次棋盤（也可輸入 棋盤）
    help             顯示這些（也可輸入 幫助）
    quit             退出；對局繼續，`tengen play` 可以回來（也可輸入 退出）
typed-unknown = 「{ $typed }」：請輸入 Q16 這樣的座標，或 help
typed-undo = 悔棋「{ $typed }」：請寫明手數，如 undo 2
typed-not-resigned = 沒有認輸
typed-opponent-answers = 要等對手回答；輸入 `no`（否）可收回請求
typed-nothing-asked = 沒有待回答的問題
typed-gone-on = 先前的請求已不存在：請再看一下，然後回答
typed-asked-already = 你已經請求過了；輸入 `no`（否）可收回請求
typed-opponent-asks = 對手請求悔棋：請回答 yes（是）或 no（否）
typed-opponent-proposes = 對手已有提議：請回答 yes（是）或 no（否）
typed-adjourn = 「{ $typed }」：請寫明日期和時間，如 封棋 2026-12-01 10:00 Asia/Shanghai
typed-no-move = 你沒有可以悔的棋
typed-nothing-to-accept = 沒有可同意的：雙方虛手後才標記死子

## Offers and the way to a game

play-account = 對局需要帳號
play-several = 你有幾盤對局正在進行：請指明是哪一盤，tengen play GAME
play-none = 你沒有正在進行的對局：請邀請對局（--offer）或接受邀請（--accept OFFER）
offer-open = 對局邀請 { $offer } 已送出：等待有人接受
offer-withdrawn = 對局邀請 { $offer } 已撤回
offer-given-up = 對局邀請已撤回
offer-input-ended = 輸入已結束：這裡無人能下棋，對局邀請已撤回
offer-waiting = 等待有人接受；輸入 quit（退出）撤回邀請
offer-not-begun = 對局還沒有開始；輸入 quit（退出）撤回邀請
offer-line = { $offer }  { $name }：{ $terms }
offer-line-own = { $offer }  { $name }（你的）：{ $terms }
# A list of settings; the next one follows.
terms-and = { $terms }，{ $next }

## Games

game-line = { $game }  { $black }（黑）- { $white }（白）：{ $size }，{ $time }，{ $state }
games-more = 可能還有更多：--before { $before }
games-nobody = 沒有這個名字或編號的棋手
watch-private = 這盤棋不公開且是你自己的：觀戰會佔用你的座位

## What a server should not answer

server-no-game = 伺服器沒有指明對局
server-no-offer = 伺服器沒有給出對局邀請
server-other-answer = 伺服器答非所問
server-no-event = 伺服器上 { $game } 的記錄缺少第 { $event } 個事件

## 裁判裁決

referee-confirm = { $order }（{ $reason }）？確認請輸入 y：
referee-gone-on = 對局在此期間有變化：請再看一下
referee-done = 已在 { $game } 中作出裁決，事件 { $event }
referee-yes-needed = 沒有終端機可以確認：請加 --yes
referee-unreadable = 讀不到回答：{ $why }
