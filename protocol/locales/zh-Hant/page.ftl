### The page in a browser.

page-title = 天元 Tengen
page-title-game = { $black } – { $white } · 天元
page-title-turn = { $turn } · { $game }
page-title-your-move = ● 輪到您
page-skip = 跳到正文
page-unreachable = 無法連接伺服器。

## The head

page-places = 頁面
page-tournaments = 賽事
page-link-connecting = 正在連線
page-link-down = 連線中斷
page-link-next = { $seconds ->
    [0] 正在重試
   *[other] { $seconds } 秒後重試
}
page-game-began = 您的另一局對局開始了
page-challenged = { $name } 向您邀戰
page-log-in = 登入
page-log-out = 登出
page-ask-log-out = 在此登出？
page-still-logged-in = 您仍處於登入狀態：{ $why }
page-login-ended = 您的登入已結束。
page-account-changed = 此瀏覽器現已登入為 { $name }
page-account = 登入
page-name = 名字
page-password = 密碼
page-register = 註冊
page-guest = 以訪客身分對局
page-guest-hint = 沒有帳號：
page-cancel = 取消
page-close = 關閉

## Settings

page-settings = 設定
page-language = 語言
page-theme = 外觀
page-theme-auto = 依系統
page-theme-light = 淺色
page-theme-dark = 深色
page-board-look = 棋盤
page-board-wood = 木紋
page-board-plain = 素色
page-confirm = 落子確認
page-confirm-touch = 觸控時
page-confirm-always = 一律
page-confirm-never = 從不
page-sound = 落子聲
page-calls = 朗讀讀秒

## The lobby

page-lobby = 大廳
page-own-games = 我的對局
page-live-games = 可觀戰的對局
page-finished-games = 已結束的對局
page-no-games = 現在沒有對局。
page-offers = 邀戰
page-no-offers = 還沒有人邀戰，可以發起對局。
page-offer-waits = 有人應戰後，對局會在這裡自動開始。
page-offers-log-in = 登入或以訪客身分進入後，可查看和發起邀戰。
page-new-offer = 發起對局
page-take = 應戰
page-take-of = 應戰：{ $name }
page-withdraw = 撤回
page-your-offer = 我發起的對局
page-game-between = { $black }（黑）對 { $white }（白）
page-state-moves = { $state }，{ $moves } 手
page-offer-title = 發起對局
page-offer = 發起
page-offer-size = 棋盤
page-offer-time = 用時
page-offer-rules = 規則
page-offer-colour = 執子
page-offer-handicap = 讓子
page-offer-komi = 貼目
page-offer-visibility = 誰可以看
page-offer-undo = 允許請求悔棋
page-even = 分先
page-offer-open = 已發起邀戰
page-offer-to-you = 只邀您
page-offer-to-name = 只邀 { $name }
page-offer-to-one = 指名邀戰
page-challenge = 邀戰
page-challenge-of = 向 { $name } 邀戰
page-offer-to = 對手
page-anybody = 不指定
page-presets = 常用
page-preset-blitz = { $size } 快棋
page-preset-normal = { $size } 普通
page-preset-slow = { $size } 慢棋
page-other = 其他
page-width = 橫向路數
page-height = 縱向路數
page-time-typed = 用時簡寫
page-time-hint = 10分+3×30秒、20分+25/10分、10分+15秒/手、1小時、30秒/手、3天/手、不限時
page-points = 貼目數
page-offer-fine = 更多規則
page-as-rules = 依規則
page-komi-usual-of = 依規則：{ $zi } 子（{ $points } 目）
page-offer-placement = 讓子擺法
page-offer-ko = 打劫
page-offer-suicide = 自殺
page-offer-compensation = 讓子還目
page-wrong-size = 棋盤每邊 1 至 25 路。
page-wrong-time = 用時格式不對，例如：10分+3×30秒。
page-wrong-colour = 讓子對局請選執黑或執白。
page-wrong-komi = 只能是整目或半目，最多 999.5。
page-nobody = 沒有這個名字的棋手。

## Games that ended

page-all-finished = 全部已結束的對局
page-games-of = { $name } 的對局
page-archive = 已結束的對局
page-result = 結果
page-date = 日期
page-none-found = 沒有這樣的已結束對局。
page-any = 不限
page-search-player = 棋手
page-search-opponent = 對手
page-result-won = 該棋手勝
page-result-lost = 該棋手負
page-result-other = 和棋或無勝負
page-record = 棋譜
page-sgf-of = SGF：{ $black } – { $white }
page-more = 更多
page-searching = 正在尋找……
page-shown-more = 已列出 { $count } 局，還有更早的。
page-shown-all = 共 { $count } 局。
page-nobody-either = 這兩個名字中有查無此人的。
page-has-ended = 此帳號已結束，對局仍在。
page-is-guest = 訪客
page-since = 註冊於 { $date }
page-record-of = { $finished } 局：{ $won } 勝 { $lost } 負，其他 { $other } 局
page-games-now = 進行中的對局
page-games = 棋手與對局

## A game

page-game = 對局
page-loading = 正在載入對局。
page-about = 對局資訊
page-sgf = 下載 SGF
page-copy-link = 複製連結
page-share = 分享
page-link-copied = 連結已複製。
page-you = 您
page-captured = 提子 { $stones }
page-captured-passes = 提子 { $stones } + { $passes }
page-warned = 警告 { $count } 次
page-no-repetition = 禁止全局同形
page-penalties = 超時罰 { $count } 子
page-not-here = 尚未到場
page-periods = { $periods ->
    [1] 最後一次讀秒
   *[other] 讀秒剩 { $periods } 次
}
page-then-periods = + { $periods } 次 × { $time }
page-stones = 內 { $stones } 手
page-then-stones = + { $time } 內 { $stones } 手
page-your-move = 輪到您
page-your-move-passed = { $colour }虛手，輪到您
page-play-again = 再下一局
page-to-lobby = 回大廳
page-pass = 虛手
page-undo = 悔棋
page-ask = 請求…
page-ask-title = 向對手請求
page-pause = 請求暫停
page-pause-hint = 雙方停鐘，直到雙方同意繼續，最遲{ $time }後繼續。
page-count = 申請數子
page-count-hint = 如同雙方虛手：停止對局，標記死子。
page-adjourn = 請求封棋
page-adjourn-hint = 輪到的一方封手，誰也看不到。雙方同意時續弈，或在約定的時間續弈。
page-adjourn-until = 續弈時間（不填：30 天後）
page-adjourn-time = 請求改時間
page-go-on = 請求繼續
page-proposal-agree = 同意
page-proposal-decline = 不同意
page-proposal-withdraw = 撤回請求
page-seal = 請封手：所選的點不會顯示給任何人
page-seal-there = 封手 { $vertex }
page-seal-pass = 封手：虛手
page-left-pause = 最遲{ $time }後自動繼續。
page-undo-allow = 同意
page-undo-refuse = 不同意
page-undo-withdraw = 撤回請求
page-asked-undo = 對方請求悔棋 { $moves } 手。
page-resign = 認輸
page-question-pass = 虛手？
page-question-resign = 認輸？
page-play-there = 落子 { $vertex }
page-seat-taken = 您正在另一個視窗下這局棋。
page-take-seat = 在此繼續下
page-sent-later = { $what }：恢復連線後立即送出。
page-refused = { $what }：{ $why }
page-nudge = 移動所選的點
page-nudge-left = 左移一路
page-nudge-right = 右移一路
page-nudge-up = 上移一路
page-nudge-down = 下移一路
page-lost-moves = 伺服器遺失了您的著法 { $moves }：請看盤面。
page-refusal-not_a_player = 只有棋手可以這樣做
page-refusal-in_scoring = 雙方虛手，對局停止：請標記死子，或繼續對局

## Dead stones

page-marks = { $stones ->
    [0] 沒有標記死子
   *[other] 已標記 { $stones } 個死子
}（第 { $revision } 版）。
page-marks-hint = { $marks }點一塊棋，可標為死子或活子。
page-marks-accepted = { $marks }您已同意，等待對方同意。
page-accept = 同意標記
page-accepts = 同意
page-wants-on = 希望繼續對局
page-resume = 繼續對局
page-ask-resume = 請求繼續對局
page-left = 確認時間剩 { $time }，逾時繼續對局。
page-left-final = 確認時間剩 { $time }，逾時所有棋子按活子計。

## Looking back

page-moves = 著法
page-no-moves = 尚未落子。
page-review = 回看
page-first = 開局
page-back = 上一手
page-forth = 下一手
page-live = 回到對局
page-move-of = 第 { $number } 手，共 { $moves } 手

## For those who hear the board

page-board = { $width } 路乘 { $height } 路棋盤。方向鍵移動，Enter 落子，L 鍵報氣數，[ 和 ] 鍵回看。
page-point-empty = { $vertex }
page-point = { $vertex } { $colour }{ $what ->
    [last] ，最後一手
    [dead] ，死子
   *[stone] {""}
}
page-liberties = { $vertex }：{ $stones } 子，{ $liberties } 氣

## Talk

page-talk = 聊天
page-say = 說點什麼
page-send = 傳送
page-talk-nobody = 登入後可交談。
page-channel-players = 棋手
page-channel-spectators = 觀眾
page-mute = 封鎖
page-mute-hint = 封鎖後，在任何對局中都看不到此人的話，可隨時取消。
page-muted = 已封鎖 { $count } 人
page-unmute = 取消封鎖
page-unmute-of = 取消封鎖 { $name }
