### Tournaments on the page.

contest-none = 沒有這樣的賽事。
contest-name = 名稱
contest-state = 狀態
contest-entries = 報名
contest-created = 建立日期
contest-create = 新建賽事
contest-line-round = { $phase }：第 { $stage } 階段第 { $round } 輪
contest-phase-entry = 報名中
contest-phase-drawn = 已抽籤
contest-phase-running = 進行中
contest-phase-finished = 已結束
contest-phase-cancelled = 已取消
contest-stage-of = 第 { $stage } 階段
contest-round-of = 第 { $round } 輪
contest-no-round = 尚未編排。
contest-held = 第 { $round } 輪無法自動編排，請組織者處理
contest-next-start = { $time }後自動開賽
contest-next-begin = { $time }後本輪自動開始
contest-next-next = { $time }後自動繼續
contest-parts-of-page = 賽事內容
contest-tab-overview = 概況
contest-tab-entries = 名單
contest-tab-pairings = 對陣
contest-tab-standings = 排名
contest-tab-cross = 循環表
contest-tab-bracket = 淘汰表
contest-tab-results = 成績
contest-tab-organise = 組織
contest-tab-referee = 裁判

## What it is

contest-parts = { $one }，{ $two }
contest-system-swiss = 積分編排制，{ $rounds } 輪
contest-system-round_robin = { $laps ->
    [1] 單循環賽
    [2] 雙循環賽
   *[other] { $laps } 循環賽
}
contest-system-elimination = { $losses ->
    [1] 單敗淘汰制
    [2] 雙敗淘汰制
   *[other] { $losses } 敗淘汰制
}
contest-system-swiss_elimination = 積分編排加 { $losses } 敗淘汰
contest-bout-game = 一局定勝負
contest-bout-best_of = { $games } 局決勝
contest-bout-boards = 團體賽，{ $boards } 台
contest-bout-win_and_continue = 擂台賽
contest-draw-both-out = 和棋雙方下台
contest-draws-replay = 和棋重賽
contest-colours-nigiri = 每局猜先
contest-colours-alternate = 輪流執黑
contest-lineups-free = 台次自由安排
contest-from = 上一階段前 { $first } 名
contest-from-carry = 上一階段前 { $first } 名，積分帶入
contest-pace-by_hand = 各輪由組織者開始
contest-pace-at_once = 各輪自動接續
contest-pace-at_once-after = 上一輪結束 { $pause } 後開始下一輪
contest-pace-at = 按日程
contest-ordered-by = 名次依次按{ $criteria }
contest-then = {"、"}
contest-entry = 報名方式
contest-entry-open = 自行報名
contest-entry-organiser = 由組織者報名
contest-entries-of = { $count }，至多 { $limit }
contest-who = 參賽者
contest-players = 個人
contest-teams = 團體
contest-games = 對局
contest-game = 對局
contest-lateness = 遲到
contest-lateness-doubled = 遲到時間加倍從限時中扣除，超過一小時判負
contest-lateness-quarter_hour = 遲到超過 15 分鐘判負
contest-lateness-none = 從本輪開始時起計時
contest-unruled = 全局同形而裁判未裁定
contest-unruled-no_result = 無勝負
contest-unruled-draw = 判和
contest-move-limit = 滿多少手由裁判裁定
contest-wrong-move-limit = 手數上限為 10 到 2000，或留空。
contest-illegal_move = 非法著手
contest-illegal_move-reject = 不予接受
contest-illegal_move-pass = 判虛著
contest-illegal_move-warn = 警告：罰一子，第二次判負
contest-illegal_move-lose = 判負
contest-overtime = 超時（讀秒）
contest-overtime-lose = 判負
contest-overtime-pass = 判虛著
contest-overtime-penalty = 罰一子，再給一次讀秒，最多兩次
contest-where = 賽場
contest-where-here = 本伺服器
contest-where-elsewhere = 別處，在此登記成績
contest-organisers = 組織者
contest-referees = 裁判
contest-draw = 抽籤
contest-drawn-seed = 按種子號
contest-drawn-rating = 按等級分
contest-drawn-rank = 按段位
contest-drawn-seeded = 前 { $seeded } 名種子分開，其餘抽籤
contest-drawn-lot = 抽籤
contest-drawn-with = { $how }；隨機種子 { $seed }
contest-draw-stale = 抽籤後有人退出
contest-stages = 階段
contest-stage = 階段
contest-round = 輪次
contest-timetable = 第 { $stage } 階段日程
contest-time = 開始時間
contest-time-there = 開始時間（{ $zone }）
contest-time-here = 您所在地（{ $zone }）
contest-sanctions = 處罰
contest-sanction-ban = { $whom } 停賽至 { $until }
contest-sanction-ban_everywhere = { $whom } 在 { $until } 之前不得參加本伺服器的任何比賽
contest-sanction-lift_ban = 解除 { $whom } 的停賽
contest-sanction-lower_prize = { $whom } 獎金降低一檔
contest-sanction-reprimand = 對 { $whom } 通報批評
contest-sanction-line = { $time }：{ $what }。{ $why }。{ $by }
contest-act = { $reason }：「{ $text }」

## Taking part

contest-you-are = 您已報名：{ $name }，{ $no } 號。
contest-enter = 報名
contest-withdraw = 退出
contest-withdraw-question = 退出比賽？已開始的對局判負。
contest-account = 帳號
contest-rank = 段位
contest-no-rank = 無
contest-rank-k = { $n } 級
contest-rank-d = { $n } 段
contest-rank-p = 職業 { $n } 段
contest-rating = 等級分
contest-club = 單位
contest-seed = 種子號
contest-no = 編號
contest-team-name = 隊名
contest-members = 隊員，每行一人
contest-members-hint = 姓名, 段位, @帳號，例如：李明, 5d, @liming。替補寫在最後。
contest-myself = 我本人用此帳號參賽
contest-add-entry = 新增參賽者
contest-change-entry = 修改報名
contest-change = 修改
contest-change-of = 修改 { $name } 的報名
contest-save = 儲存
contest-no-entries = 還沒有人報名。
contest-no-account = 沒有帳號
contest-from-round = 從第 { $round } 輪起
contest-withdrawn = 已退出
contest-excluded = 取消資格：{ $why }
contest-entries-csv = 報名名單（CSV）
contest-wrong-member = 「{ $line }」中的「{ $part }」既不是段位也不是 @帳號。
contest-lineup = 出場名單
contest-lineup-of = { $name } 的出場名單
contest-lineup-members = 下一場起的出場隊員編號，第一台在前
contest-lineup-absent = 其中缺席（棄權）
contest-wrong-lineup = 請寫隊員編號，不要重複。
contest-member-leaves = 隊員退出
contest-leaves-of = 隊員退出：{ $name }
contest-ask-member-leaves = 已賽成績有效，未賽各局按棄權計。

## A list of entries

contest-import = 匯入名單
contest-import-hint = CSV，首行為表頭：姓名、帳號、段位、等級分、單位、種子號。全部匯入，或一個也不匯入。
contest-import-file = 檔案
contest-import-paste = ……或貼在此處
contest-import-check = 只檢查
contest-import-do = 匯入
contest-import-empty = 沒有內容。
contest-import-large = 名單最多 { $kib } KiB。
contest-import-good = { $count ->
    [0] 沒有錯誤。
   *[other] 共 { $count } 項，沒有錯誤。
}
contest-import-bad = 有 { $count } 處錯誤，不會匯入。
contest-import-ignored = 忽略的欄：{ $names }
contest-import-fault = { $line ->
    [0] 名單
   *[other] 第 { $line } 行
}{ $column ->
    [0] {""}
   *[other] 第 { $column } 欄
} { $field }：{ $fault }
contest-column-no = 編號
contest-column-team = 隊名
contest-column-name = 姓名
contest-column-account = 帳號
contest-column-rank = 段位
contest-column-rating = 等級分
contest-column-club = 單位
contest-column-seed = 種子號
contest-column-from_round = 首輪

## Pairings

contest-table = 台次
contest-board = 台
contest-first-side = 主隊（單數台執黑）
contest-second-side = 客隊
contest-result = 結果
contest-officials = 裁判操作
contest-bye = 輪空
contest-bye-short = 空
contest-byes = 輪空：{ $names }
contest-forfeit = { $score }（棄權）
contest-both-lose = { $score }（雙方判負）
contest-fixed = 由裁判或退出決定
contest-no-result = 無結果
contest-ruled = { $score }（裁決）
contest-elsewhere = 在別處進行
contest-playing = 對局中
contest-not-created = 即將開始
contest-game-state = 第 { $board } 台：{ $state }
contest-sheet = 第 { $table } 桌：{ $first } – { $second } { $score }
contest-bye-again = { $name } 第 { $times } 次輪空，無法避免
contest-remark-rematch = { $first } 與 { $second } 第 { $times } 次相遇，無法避免
contest-paired-at = { $time } 編排
contest-begun-at = { $time } 開始
contest-complete-at = { $time } 結束
contest-closed = 由工作人員結束
contest-by-hand = 人工編排：{ $why }

## Standings

contest-place = 名次
contest-prize = 獎項
contest-prize-shared = { $prizes }（{ $among } 人均分）
contest-prizes = 獎項
contest-line = 序號
contest-opponent = 對手
contest-score = 結果
contest-score-win = 勝
contest-score-draw = 和
contest-score-loss = 負
contest-after-rounds = { $rounds ->
    [0] 首輪尚未結束
   *[other] 已賽完 { $rounds } 輪
}
contest-standings-legend = 點名字可查看積分和破同分的來源。數字顯示四位小數，名次按精確值決定。
contest-cross-legend = 數字為對手在本表中的序號；+ 勝，= 和，- 負，? 未完，! 棄權；黑、白為執子。
contest-not-paired = 未編排
contest-black-short = 黑
contest-white-short = 白
contest-met = 執{ $colour }{ $score ->
    [win] 勝 { $opponent }
    [draw] 和 { $opponent }
    [loss] 負於 { $opponent }
   *[open] 對 { $opponent }
}{ $forfeit ->
    [yes] （棄權）
   *[no] {""}
}
contest-criterion-points = 積分
contest-criterion-total = 總得分（第 27 條甲）
contest-criterion-sos = 對手積分之和
contest-criterion-sos_without_extremes = 去掉最高最低的對手積分之和
contest-criterion-sodos = 所勝對手積分之和
contest-criterion-sosos = 對手的對手積分之和
contest-criterion-beaten_opponents = 小分（所勝對手積分，含棄權）
contest-criterion-warnings = 警告少者
contest-criterion-direct_encounter = 相互勝負
contest-criterion-wins = 勝局數
contest-criterion-wins_with_white = 執白勝局數
contest-criterion-board_points = 局分
contest-criterion-board_wins = 勝局總數
contest-criterion-wins_on_board = 第 { $board } 台勝局
contest-criterion-survival = 淘汰輪次（{ $losses } 敗淘汰）
contest-short-points = 積分
contest-short-total = 總得分
contest-short-sos = 對手分
contest-short-sos_without_extremes = 對手分-2
contest-short-sodos = 勝者分
contest-short-sosos = 再對手分
contest-short-beaten_opponents = 小分
contest-short-warnings = 警告
contest-short-direct_encounter = 相互
contest-short-wins = 勝
contest-short-wins_with_white = 白勝
contest-short-board_points = 局分
contest-short-board_wins = 勝局
contest-short-wins_on_board = { $board } 台
contest-short-survival = 輪次

## The bracket

contest-final = 決賽
contest-semifinals = 半決賽
contest-last-of = { $players } 強
contest-layer = { $name }（第 { $round } 輪）
contest-winner = 冠軍：{ $name }
contest-place-open = 待定
contest-place-empty = 空
contest-place-left = { $name }（已退出）
contest-match-won = { $upper } 對 { $lower }：{ $winner } 晉級
contest-match-nobody = { $upper } 對 { $lower }：無人晉級
contest-match-open = { $upper } 對 { $lower }：未決

## Results

contest-final-result = 最終成績
contest-not-final = 尚未結束：已賽完 { $rounds } 輪
contest-files = 下載
contest-file-csv = 成績表（CSV）
contest-file-h9 = 歐洲圍棋聯合會格式成績表（H9）
contest-file-txt = 可列印成績表（文字）
contest-file-sgf = 全部已結束的對局（SGF）

## How a place came about

contest-to-standings = 看排名
contest-explain-nobody = 還沒有可說明的內容。
contest-explain-of = { $name }：第 { $place } 名
contest-shared-with = 與 { $names } 並列
contest-by-lot = 加賽或抽籤第 { $drawn }
contest-figure = { $name }：{ $value }
contest-level-none = 此項未起作用。
contest-level = 到此項時仍有 { $level } 人相同。
contest-formula-sum = { $sum } = { $value }
contest-formula-total = { $points } + [{ $opponents } ÷ ({ $highest } ÷ 2) - { $rounds }] = { $points } + { $bracket } = { $value }
contest-formula-not_all_met = 相同者並未全部相遇，不作比較。
contest-formula-count = { $value }
contest-formula-out = 第 { $round } 輪後淘汰。
contest-formula-in = 尚未淘汰。
contest-term-from = 取自
contest-term-counts = 計入
contest-term-why = 原因
contest-counted-played = 已對局
contest-counted-forfeit = 棄權
contest-counted-bye = 輪空
contest-counted-not_paired = 未編排
contest-counted-before_entry = 尚未報名
contest-counted-after_leaving = 已退出
contest-counted-void = 作廢：有人未賽滿半數輪次即退出
contest-counted-undecided = 尚無結果
contest-counted-highest = 最高，去掉
contest-counted-lowest = 最低，去掉
contest-counted-carried = 帶入
contest-why-met = 編排說明
contest-why-pair = 第 { $round } 輪：積 { $points } 分，對積 { $others } 分的 { $name }。
contest-why-bye = 第 { $round } 輪：積 { $points } 分，輪空。
contest-obstacle-paired = 即同分組中相隔半組的對手。
contest-obstacle-met = 相隔半組的是 { $name }，已相遇 { $times } 次。
contest-obstacle-has_bye = 相隔半組的是 { $name }，其輪空。
contest-obstacle-own_bye = 相隔半組的是 { $name }。
contest-obstacle-floats = 相隔半組的是 { $name }，其對陣另一分組的 { $other }。
contest-obstacle-costs_more = 相隔半組的是 { $name }，但那樣更差：{ $criterion }。
contest-obstacle-whole = 相隔半組的是 { $name }，但全輪以其對 { $other } 為優。
contest-cost-rematch = 再次相遇
contest-cost-bye_again = 再次輪空
contest-cost-colour_bounds = 同一顏色過多
contest-cost-bye_place = 排名較高者輪空
contest-cost-point_difference = 分差更大
contest-cost-float_again = 與上一輪同向浮動
contest-cost-float_as_before = 與前兩輪同向浮動
contest-cost-same_club = 同單位
contest-cost-strong_wishes = 急需的顏色
contest-cost-mild_wishes = 應得的顏色
contest-cost-displacement = 離半組更遠
contest-cost-lowest_list = 名單順序
contest-wish = { $strength ->
    [strong] 急需執{ $colour }。
   *[mild] 應執{ $colour }。
}
contest-colour-reason-otherwise_more = 執子：反過來更差（{ $criterion }）。
contest-colour-reason-larger_difference = 執子：照顧黑白相差較多者。
contest-colour-reason-alternate = 執子：與上次相反。
contest-colour-reason-better_placed = 執子：照顧排名較高者。
contest-colour-reason-seed = 執子：按排名較高者的種子號。

## Organising

contest-do-next = 下一步
contest-do-always = 隨時可做
contest-now-entry = 正在報名。到齊後請抽籤。
contest-now-drawn = 已抽籤，可以開賽。
contest-now-waiting = 第 { $round } 輪已編排，等待開始。
contest-now-open = 第 { $round } 輪進行中。
contest-now-paired_next = { $round ->
    [0] 第 { $stage } 階段已開始，請編排第 { $next } 輪。
   *[other] 第 { $round } 輪已結束，請編排第 { $next } 輪，或結束本階段。
}
contest-now-over = 賽事已結束。
contest-do-draw = 抽籤
contest-ask-draw = 抽籤決定首輪的編排。開賽前可以重抽。
contest-draw-by = 方式
contest-draw-seeded = 分開的種子數
contest-do-start = 開賽
contest-ask-start = 開賽？之後名單和大部分設定不能再改。
contest-do-begin = 開始本輪
contest-ask-begin = 開始本輪？將建立各局，棋手到場後計時。
contest-do-pair = 編排下一輪
contest-ask-pair = 編排下一輪？編排後等待您開始。
contest-do-pair-begin = 編排並開始
contest-ask-pair-begin = 編排下一輪並立即開始？
contest-do-close = 結束本輪
contest-ask-close = 結束本輪？沒有結果的按和棋計，或按已有各局計。
contest-do-next-stage = 開始下一階段
contest-ask-next-stage = 開始第 { $stage } 階段？
contest-chosen-by-places = 按本階段名次
contest-chosen = 晉級者編號，頭號種子在前
contest-do-finish = 結束賽事
contest-ask-finish = 結束賽事？之後裁判仍可改判。
contest-settings = 設定
contest-cancel = 取消賽事
contest-by-hand-title = 人工編排
contest-pairs = 對陣，寫編號
contest-pairs-hint = 每行一對，執黑者在前：3 - 7。單獨一個編號為輪空。
contest-pair = { $first }（黑）– { $second }
contest-bye-of = { $name }：輪空
contest-not-in-list = 未編排：{ $names }
contest-wrong-pairs = 第 { $line } 行：{ $fault ->
    [unknown] 沒有可編排的 { $no } 號
    [twice] { $no } 號重複
   *[unreadable] 請寫兩個編號，輪空寫一個
}。
contest-pair-do = 按此編排
contest-swap = 交換黑白
contest-swap-title = 第 { $table } 台：{ $first } 執黑，{ $second } 執白

## Settings

contest-preset = 模板
contest-preset-computer-go = 電腦圍棋賽：雙循環，每方 1 小時
contest-preset-chinese-1988 = 全國賽（1988 年規則）：積分編排，2 小時，貼 2¾ 子
contest-preset-chinese-2002 = 全國賽（2002 年規則）：積分編排，2 小時，貼 3¾ 子
contest-preset-cgos = CGOS 式：每方 15 分，非法著手判負，各輪自動接續
contest-preset-uec = UEC 杯式：積分編排後八強淘汰
contest-field-description = 說明
contest-field-prizes = 最後階段的獎項，從第一名起每行一項
contest-field-limit = 名額
contest-field-komi = 貼目（不填則按規則）
contest-field-teams = 團體參賽
contest-field-hosted = 在本伺服器對局
contest-field-organisers = 組織者名字，用逗號分開
contest-field-referees = 裁判名字，用逗號分開
contest-field-system = 賽制
contest-field-count = 輪數
contest-field-bout = 每場
contest-field-games = 每場局數
contest-field-boards = 台數
contest-field-order = 名次依據
contest-field-first = 晉級人數
contest-field-carry = 積分帶入
contest-field-pace = 各輪開始
contest-field-pause = 輪間間隔（1m、1h30m）
contest-field-zone = 時區
contest-field-times = 各輪開始時間，每行一個
contest-count-swiss = 輪數
contest-count-round_robin = 循環數
contest-count-elimination = 幾敗淘汰
contest-count-swiss_elimination = 幾敗淘汰
contest-choose-system-swiss = 積分編排制
contest-choose-system-round_robin = 循環賽
contest-choose-system-elimination = 淘汰制
contest-choose-system-swiss_elimination = 積分編排加淘汰
contest-choose-bout-game = 一局
contest-choose-bout-best_of = 多局決勝
contest-choose-bout-boards = 各台一局
contest-choose-bout-win_and_continue = 擂台賽
contest-choose-order-usual = 該賽制的通常順序
contest-choose-order-total = 總得分、警告（第 27 條甲）
contest-choose-order-points = 積分、對手分、警告（第 27 條乙）
contest-choose-order-kept = 保持現狀
contest-choose-pace-by_hand = 由組織者開始
contest-choose-pace-at_once = 間隔後自動開始
contest-choose-pace-at = 按日程
contest-add-stage = 增加階段
contest-remove-stage = 刪除最後階段
contest-wrong-name = 請填寫賽事名稱。
contest-wrong-limit = 至少 2 個名額。
contest-wrong-count = 請填寫整數。
contest-wrong-pause = 時間格式不對，例如：5m。
contest-wrong-times = 時間如 2026-12-01 09:30，依次遞增，且須在有效的時區內。
contest-wrong-official = 沒有名為 { $name } 的人。

## Ruling

contest-reason = 原因
contest-words = 說明
contest-rule = 裁決
contest-rule-of = 裁決第 { $table } 台
contest-rule-on = 物件
contest-rule-title = 第 { $table } 台：{ $first } – { $second }
contest-rule-do = 判定此結果
contest-whole-bout = 第 { $table } 台整場
contest-game-of = 第 { $game } 局：{ $black }（黑）– { $white }（白）
contest-new-result = 結果
contest-stands = 現為 { $score }。
contest-give-first = { $first } 勝，{ $second } 負
contest-give-second = { $second } 勝，{ $first } 負
contest-give-draw = 和棋：{ $first } 與 { $second }
contest-give-both_lose = 雙方判負：{ $first } 與 { $second }
contest-give-first_forfeit = { $second } 棄權，{ $first } 勝
contest-give-second_forfeit = { $first } 棄權，{ $second } 勝
contest-give-both_forfeit = 雙方棄權：{ $first } 與 { $second }
contest-give-none = 無結果：{ $first } 與 { $second }
contest-give-replay = 重賽
contest-rule-results = 結果
contest-rule-people = 人員
contest-to-pairings = 到對陣表裁決各台
contest-whom = 物件
contest-nobody-chosen = 請選擇。
contest-somebody-else = 未報名者
contest-exclude = 取消資格
contest-readmit = 恢復參賽
contest-readmit-hint = 已退出或不再編排者，從下一輪起恢復編排。
contest-sanction = 處罰
contest-sanction-do = 執行
contest-sanction-kind-reprimand = 通報批評
contest-sanction-kind-lower_prize = 獎金降低一檔
contest-sanction-kind-ban = 停賽
contest-sanction-kind-lift_ban = 解除停賽
contest-sanction-everywhere = 適用於本伺服器的所有比賽
contest-until = 截止時間
contest-wrong-until = 請填寫截止時間。
contest-boards = 各台
contest-boards-state = { $open ->
    [0] 沒有進行中的對局。
   *[other] { $open } 局進行中，{ $troubled } 局需處理。
}
contest-since = 時間
contest-ends-in = { $time }後結束
contest-trouble-final_stop = 最終停棋：須裁定死活
contest-trouble-repetition = 全局同形：須由裁判裁定
contest-trouble-move_limit = 已到手數上限：須由裁判裁定
contest-trouble-suspended = 裁判暫停
contest-trouble-long_scoring = 數子過久
contest-trouble-late = 有人未到
contest-trouble-missing = 對局尚未建立
contest-trouble-paused = 暫停
contest-trouble-adjourned = 封棋
contest-trouble-scoring = 標記死子
contest-trouble-warned = 有警告
contest-trouble-playing = 對局中
contest-trouble-disconnected = 連線中斷
contest-trouble-unread = 無法讀取
contest-trouble-of = { $trouble }：{ $who }
contest-and-who = 、
contest-order = 命令
contest-order-of = 對第 { $table } 台下命令
contest-order-title = 第 { $table } 台
contest-order-do = 執行
contest-order-suspend = 暫停對局
contest-order-resume = 恢復對局
contest-order-warn_black = 警告{ $black }
contest-order-warn_white = 警告{ $white }
contest-order-lose_black = 判{ $black }負
contest-order-lose_white = 判{ $white }負
contest-order-lose_both = 雙方判負
contest-order-clocks = 設定用時
contest-order-take_back = 退回若干手
contest-order-edit = 改動局面
contest-order-adjudicate_count = 按盤面數子判定
contest-order-life_and_death = 裁定死活並數子
contest-order-adjudicate = 判定結果
contest-order-restart = 重新開始
contest-order-replay = 判為無結果，重賽
contest-order-repetition_draw = 全局同形：判和
contest-order-repetition_no_result = 全局同形：無勝負
contest-order-repetition_replay = 全局同形：重賽
contest-order-repetition_forbid = 全局同形：禁止，退回這一手
contest-order-repetition_continue = 全局同形：繼續
contest-order-colours_wrong = 先後手有誤，交換後重新對局
contest-order-result = 結果：B+3.5、W+R、B+F、0
contest-order-none-dead = 沒有死子。
contest-order-dead-are = 死子：{ $points }
contest-order-dead-hint = 點一子，整塊棋標為死子；再點一次即為活棋。
contest-order-force-majeure = 因不可抗力（須已下超過 150 手）
contest-order-main = { $side }基本用時
contest-order-periods = { $side }讀秒次數
contest-order-clocks-hint = 時間如 20m、1h30m；留空則不變。
contest-order-clockless = 本局不計時。
contest-order-moves = 退回手數，含虛手（共 { $played } 手）
contest-order-tap = 點擊放置
contest-order-tap-none = 無：提走棋子
contest-order-next = 下一手
contest-order-next-same = 不變
contest-order-changes = 提走：{ $remove }。黑：{ $black }。白：{ $white }。
contest-order-moved = 對局已有進展：請查看局面後再下命令。
contest-order-progress = 共 { $count } 局，完成 { $done }，拒絕 { $refused }
contest-order-none = 未執行：各局均拒絕。
contest-wrong-result = 結果如 B+3.5、W+R、B+F 或 0。
contest-wrong-clock = 時間如 20m 或 1h30m。
contest-wrong-no-clock = 請至少設定一方的用時。
contest-wrong-moves = 請填寫 1 到 { $played } 之間的手數。
contest-wrong-no-change = 尚無改動：請點擊棋盤，或選擇下一手。
contest-suspend-all = 全部暫停
contest-resume-all = 全部恢復
contest-ask-suspend-all = 同時暫停 { $count } 局，包括計時？
contest-ask-resume-all = 恢復 { $count } 局？
