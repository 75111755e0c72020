### The lobby of the full screen.

## Above the lists.

lobby-title = 天元 Tengen
lobby-connecting = 正在連線
lobby-connected = 已連線
lobby-disconnected = 連線中斷：{ $seconds } 秒後重試
lobby-who = 你是 { $name }。
lobby-nobody = 尚未登入：按 g 成為訪客，或退出後輸入 tengen login 名字
lobby-too-small = 終端機視窗太小：至少需要 { $columns }x{ $rows }。

## The lists.

lobby-games-of-yours = 我的對局（{ $count }）
lobby-offers = 對局邀請（{ $count }）
lobby-games = 可觀戰的對局（{ $count }）
lobby-no-games-of-yours = 沒有進行中的對局
lobby-no-offers = 沒有對局邀請
lobby-no-offers-make-one = 沒有對局邀請：按 n 發出邀請
lobby-no-games = 現在沒有對局
lobby-not-read-yet = 尚未讀取
lobby-board = 棋盤
lobby-time = 用時
lobby-state = 狀態
lobby-rules = 規則
lobby-settings = 條件
lobby-handicap = 讓子
lobby-komi = 貼目
lobby-colour = 執子
lobby-black = { $name }（黑）
lobby-white = { $name }（白）
lobby-yours = { $name }（你的）
lobby-rules-chinese = 中國規則
lobby-rules-chinese-1988 = 中國規則 1988
lobby-rules-aga = 美國圍棋協會
lobby-rules-new-zealand = 紐西蘭規則
lobby-rules-tromp-taylor = TT 規則

## Keys and what they do.

lobby-key-play = 繼續對局
lobby-key-watch = 觀戰
lobby-key-take = 接受邀請
lobby-key-withdraw = 撤回邀請
lobby-key-guest = 成為訪客
lobby-key-new = 邀請對局
lobby-key-next = 下一欄
lobby-key-refresh = 重新整理
lobby-key-quit = 退出
lobby-key-offer = 發出邀請
lobby-key-field = 選項
lobby-key-value = 取值
lobby-key-back = 返回
lobby-key-give-up = 撤回邀請並退出

## Messages.

lobby-offered = 對局邀請已發出：等待有人接受。
lobby-withdrawn = 對局邀請已撤回。
lobby-another-began = 你的另一盤棋開始了：{ $game }。
lobby-log-in-first = 需要帳號：按 g 成為訪客。
lobby-becoming-guest = 正在成為訪客。
lobby-own-offer = 這是你自己的對局邀請：按 w 撤回。
lobby-select-own-offer = 請先選取自己的對局邀請。

## The form of an offer.

lobby-form-title = 邀請對局
lobby-komi-usual = { $zi } 子（{ $points } 目），按規則
lobby-colour-black = 黑
lobby-colour-white = 白
lobby-colour-nigiri = 猜先
lobby-hint-size = 9、13、19，或直接輸入如 13x9；最大 25
lobby-hint-time = 也可輸入：30m+5x60s、20m+25/10m、10m+15s/move、1h、none
lobby-hint-rules = 決定如何計算勝負與禁止哪些全局同形
lobby-hint-handicap = 白先行棋前黑方預先放置的子數
lobby-hint-komi = 白方所得的目數；留空則按規則
lobby-hint-colour = 讓子棋必須選定
lobby-wrong-size = 沒有這樣的棋盤：請輸入 1 到 25，如 19 或 13x9。
lobby-wrong-time = 用時格式不對：如 10m+3x30s、1h、5s/move 或 none。
lobby-wrong-handicap = 請輸入子數，分先為 0。
lobby-wrong-komi = 請輸入整數或半目，如 7.5。
lobby-wrong-colour = 讓子棋請選定執黑或執白。

## An offer that waits.

lobby-waiting-title = 對局邀請已發出
lobby-waiting = 等待有人接受：{ $clock }
lobby-offer-gone = 邀請已失效：已過一小時，或已在別處撤回。
