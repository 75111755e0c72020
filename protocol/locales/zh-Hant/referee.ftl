### What referees see of a tournament's boards, and order there.

## What is the matter at a board

trouble-repetition = 全局同形，待裁決
trouble-move-limit = 手數已滿，待裁決
trouble-final-stop = 最後停止，待裁決
trouble-suspended = 已中止
trouble-long-scoring = 數子已久
trouble-late = 有人未到
trouble-disconnected = 斷線
trouble-unread = 無法讀取
trouble-missing = 尚未建立
trouble-paused = 暫停
trouble-adjourned = 封棋
trouble-scoring = 數子中
trouble-warned = 有警告
trouble-playing = 進行中
trouble-left = 還有 { $time }
trouble-for = 已 { $time }
trouble-absent = { $who }
trouble-absent-both = 雙方

## The list of boards

console-no-boards = 現在沒有進行中的棋桌
console-count = 進行中的棋桌 { $open } 張，需要查看 { $troubled } 張
console-table = 檯次
console-state = 狀態
console-time = 時間
console-black = 黑方
console-white = 白方
console-moves = 手數
console-absent = 不在場
console-game = 對局

## All boards at once

console-suspend-all = 中止 { $boards } 張棋桌的對局
console-resume-all = 恢復 { $boards } 張棋桌的對局
console-became = 第 { $table } 檯，{ $black } – { $white }：{ $text }
console-done = 完成
console-became-all = 完成 { $done }；本來如此 { $stood }；失敗 { $failed }

## The console

console-title = 裁判：{ $event }
console-matter = { $trouble }：{ $absent }
console-keys = 裁判命令
console-key-all = 按鍵
console-key-open = 打開
console-key-suspend-all = 全部中止
console-key-resume-all = 全部恢復
console-key-result = 成績
console-key-more = 人員
console-people = 人員與場次
console-bout = 一場的成績
console-result = 第 { $table } 檯的成績
console-not-there = 這張棋桌的對局尚未建立。
console-own-game = 這是您自己的對局，須由其他裁判處理。
console-none-to-order = 沒有需要執行的棋桌。
console-sending = 正在執行……
console-all-done = { $done } 張棋桌已執行。
console-all-failed = 完成 { $done }；失敗 { $failed }，第 { $table } 檯：{ $why }
console-asked = 已執行，比賽的第 { $event } 條記錄。

## Orders at a board

deed-suspend = 中止
deed-resume = 恢復
deed-warn = 警告
deed-lose = 判負
deed-adjudicate = 裁定
deed-count = 數子
deed-life-and-death = 死活
deed-clocks = 用時
deed-take-back = 退回
deed-edit = 改盤面
deed-restart = 重新開始
deed-replay = 重賽
deed-overturn = 改判
deed-repetition = 全局同形
deed-colours-wrong = 先後顛倒

## Orders about people

ruling-exclude = 取消資格
ruling-readmit = 恢復資格
ruling-reprimand = 通報批評
ruling-lower-prize = 降低獎金
ruling-ban = 停賽

## What is asked before something is ordered

sheet-game = { $black } – { $white }
sheet-what = 事項
sheet-whom = 對象
sheet-who-loses = 判誰負
sheet-both = 雙方
sheet-result = 結果：B+3.5、W+R、B+F、0、Void、both_lose
sheet-ruling = 裁定
sheet-wrong-result = 無法識別這個結果。
sheet-for = 結束的原因
sheet-force-majeure = 不可抗力（已下 150 手以上）
sheet-no-force-majeure = 其他
sheet-dead = 每塊死棋各寫一子（D4 Q16）
sheet-remove = 要拿掉的棋子（D4 Q16）
sheet-put-black = 要放黑子的點
sheet-put-white = 要放白子的點
sheet-next = 輪到誰下
sheet-as-it-is = 保持不變
sheet-wrong-points = 請寫出各點，以空格分隔，例如 D4 Q16。
sheet-clock-black = 黑方用時：20m，或帶讀秒次數 20m 5；只改次數寫 - 5；空著不變
sheet-clock-white = 白方用時，寫法相同
sheet-wrong-clock = 時間寫作 20m 或 1h30m，讀秒次數有變時寫在後面。
sheet-no-clock = 至少寫出一方的用時。
sheet-moves = 退回幾手，虛手也算
sheet-wrong-moves = 請寫出手數。
sheet-until = 到何時為止：2027-12-01
sheet-wrong-until = 請寫出日期，例如 2027-12-01。
sheet-nobody = 沒有可選的對象。
sheet-black-first = 得分，黑方在前（棄權另註）
sheet-first-first = 得分，編排中在前的一方在前
sheet-again = 重賽
sheet-bout = 階段.輪次.檯次（1.2.3）
sheet-wrong-bout = 請寫出階段、輪次、檯次，以點分隔，例如 1.2.3。
sheet-reason = 理由
sheet-text = 說明；所有人都會看到；可以空著
sheet-wrong-text = 這段說明不能使用：太長，或含有不允許的字元。
sheet-question = { $order }（{ $reason }），確定嗎？y：是，n：否
sheet-keys-question = y 是   n 否   Shift+Tab 返回修改
sheet-keys-choice = 上下鍵或 1-9 選擇   Enter 下一步   Esc 返回
sheet-keys-text = Enter 下一步   Esc 返回
