### The full screen: a game.

screen-loading = 正在載入對局 { $game }。

## Sides and clocks

screen-you = 你
screen-captured = 提子 { $stones }
screen-captured-passes = 提子 { $stones } + { $passes }
screen-warned = 警告 { $count } 次
screen-no-repetition = 禁止全局同形
screen-penalties = 超時罰 { $count } 子
screen-clock-main-periods = { $main } + { $periods } 次 { $period }
screen-clock-periods = 讀秒 { $period } { $periods ->
    [1] 最後一次
   *[other] 剩 { $periods } 次
}
screen-clock-main-block = { $main } + { $block } { $stones } 手
screen-clock-block = { $block } 內 { $stones } 手

## Moves and the look back

screen-moves = 著手
# In the list of moves: at most 4 cells.
screen-pass = 虛手
screen-review = 回看：第 { $number } 手，共 { $moves } 手
screen-no-review = 已知著手與盤面不符，不能回看。
screen-in-review = 這是先前的盤面：按 End 回到對局。

## Marking dead stones

screen-marks = { $stones ->
    [0] 沒有標記死子
   *[other] 已標記 { $stones } 個死子
}（第 { $revision } 版）
screen-accepts = 同意
screen-accepts-not = 尚未同意
screen-wants-on = 希望繼續對局
screen-left = 確認時間剩 { $time }，過時繼續對局
screen-left-final = 確認時間剩 { $time }，過時所有棋子按活子計
screen-marking = Enter 標記游標處整塊棋的死活；F2 同意，F3 繼續對局。
screen-marking-final = Enter 標記游標處整塊棋的死活；F2 同意；F3 請求繼續，須雙方同意。

## Questions

screen-ask-pass = 虛手？請輸入 y 或 n（是、否）。
screen-ask-undo = 請求悔棋，收回你的上一手？請輸入 y 或 n（是、否）。
screen-ask-resign = 認輸？請輸入 y 或 n（是、否）。
screen-ask-accept = { $stones ->
    [0] 同意所有棋子都是活子？
   *[other] 同意所標記的 { $stones } 個死子？
}請輸入 y 或 n（是、否）。
screen-ask-resume = 不數子，繼續對局？請輸入 y 或 n（是、否）。
screen-asked-undo = 對方請求悔棋 { $moves } 手。請輸入 y 或 n（是、否）。
screen-asked = { $asked }。請輸入 y 或 n（是、否）。
screen-gone-on = 對局已有變化：請看清後再操作。
screen-not-done = 已取消。

## What was sent, and what came of it

screen-sent-pass = 虛手
screen-sent-resign = 認輸
screen-sent-undo = 悔棋
screen-sent-answer = 答覆
screen-sent-proposal = 提議
screen-sent-seal = 封手
screen-sent-dead = { $vertex } 死子
screen-sent-alive = { $vertex } 活子
screen-sent-accept = 同意
screen-sent-resume = 繼續對局
screen-sent-seat = 取回座位
screen-sent-say = 發言
screen-sent-mute = 封鎖
screen-sent-other = 指令
screen-sending = 已送出：{ $what }
screen-refused = { $what }：{ $why }

## What is told

screen-lost-moves = 伺服器遺失了你的著手 { $moves }：請看盤面。
screen-went-back = 對局已退回：現在是第 { $number } 手。
screen-connected = 已重新連線。
screen-lost = { $seconds ->
    [0] 連線中斷：正在重試
   *[other] 連線中斷：{ $seconds } 秒後重試
}
screen-seat = 正在別處下：輸入「入座」取回
screen-seat-taken = 你的另一個連線正在下這盤棋；輸入「入座」從這裡繼續下。
screen-seat-back = 你又從這裡下了。
screen-not-here-yet = 對局尚未載入。
screen-over = 對局已結束。
screen-watching = 你在觀戰，只有棋手可以這樣做。
screen-no-cursor = 用方向鍵移動游標，或輸入座標，如 Q16。
screen-how-to-leave = 輸入「退出」（quit）；對局照常進行。

## Talk

screen-talk = 聊天
screen-talk-unread = 聊天：{ $lines } 則新訊息
screen-talk-line = { $name }：{ $text }
screen-talk-line-channel = [{ $channel }] { $name }：{ $text }
screen-talk-nobody = 有帳號才能在此聊天。
screen-channel-players = 棋手
screen-channel-spectators = 觀眾

## The keys, in the lowest line

screen-hint-play = 方向鍵+Enter 落子  F2 虛手  F3 悔棋  F4 認輸  [ ] 回看  Tab 聊天  F1 說明
screen-hint-scoring = 方向鍵+Enter 標記  F2 同意  F3 繼續對局  F4 認輸  [ ] 回看  Tab 聊天  F1 說明
screen-hint-paused = 輸入 resume 請求繼續  F4 認輸  [ ] 回看  Tab 聊天  F1 說明
screen-hint-review = [ ] 一手  PgUp PgDn 十手  Home 開局  End 回到對局  F1 說明
screen-hint-talk = Enter 發言  Tab 回到著手  Esc 清除
screen-hint-asked = 輸入 y 或 n 後按 Enter；Esc 為否
screen-hint-watch = [ ] 回看  Tab 聊天  Esc 退出  F1 說明

## The help that lies over the screen

screen-help = 按鍵與可輸入的內容
screen-help-close = 按任意鍵關閉。
screen-key-arrows = 方向鍵
screen-does-walk = 移動游標
screen-key-enter = Enter、空白鍵
screen-does-play = 在游標處落子；雙方虛手後標記該處的整塊棋
screen-key-click = 滑鼠
screen-does-click = 點一下放游標，在同一處再點一下落子
screen-key-vertex = Q16、虛手
screen-does-vertex = 輸入後按 Enter：在該處落子；虛手
screen-key-f2 = F2
screen-does-pass = 虛手；雙方虛手後同意死子標記
screen-key-f3 = F3
screen-does-undo = 請求悔棋；雙方虛手後繼續對局
screen-key-f4 = F4
screen-does-resign = 認輸
screen-key-yes = 是、否（y、n）
screen-does-yes = 回答提問；還有悔棋、認輸、同意、繼續
screen-key-dead = 死 D4
screen-does-dead = 標記死子；「活 D4」改為活子
screen-key-brackets = [ 和 ]
screen-does-review = 回看上一手、下一手；也可用滾輪
screen-key-pages = PgUp PgDn Home End 鍵
screen-does-pages = 十手、開局、回到對局
screen-key-tab = Tab 鍵
screen-does-talk = 在輸入著手與聊天之間切換
screen-key-say = 說 TEXT、封鎖 NAME
screen-does-say = 在此發言；不再聽到 NAME，取消封鎖 NAME
screen-key-seat = 入座
screen-does-seat = 座位被另一連線取走後，從這裡繼續下
screen-key-escape = Esc 鍵
screen-does-escape = 關閉、清除、答否、結束回看
screen-key-quit = 退出、Ctrl-C
screen-does-quit = 退出；結束程式（對局照常進行）
