### What referees see of a tournament's boards, and order there.

## What is the matter at a board

trouble-repetition = 全局同形，待裁决
trouble-move-limit = 手数已满，待裁决
trouble-final-stop = 最后停止，待裁决
trouble-suspended = 已中止
trouble-long-scoring = 数子已久
trouble-late = 有人未到
trouble-disconnected = 掉线
trouble-unread = 无法读取
trouble-missing = 尚未建立
trouble-paused = 暂停
trouble-adjourned = 封棋
trouble-scoring = 数子中
trouble-warned = 有警告
trouble-playing = 进行中
trouble-left = 还有 { $time }
trouble-for = 已 { $time }
trouble-absent = { $who }
trouble-absent-both = 双方

## The list of boards

console-no-boards = 现在没有进行中的棋桌
console-count = 进行中的棋桌 { $open } 张，需要查看 { $troubled } 张
console-table = 台次
console-state = 状态
console-time = 时间
console-black = 黑方
console-white = 白方
console-moves = 手数
console-absent = 不在场
console-game = 对局

## All boards at once

console-suspend-all = 中止 { $boards } 张棋桌的对局
console-resume-all = 恢复 { $boards } 张棋桌的对局
console-became = 第 { $table } 台，{ $black } – { $white }：{ $text }
console-done = 完成
console-became-all = 完成 { $done }；本来如此 { $stood }；失败 { $failed }

## The console

console-title = 裁判：{ $event }
console-matter = { $trouble }：{ $absent }
console-keys = 裁判命令
console-key-all = 按键
console-key-open = 打开
console-key-suspend-all = 全部中止
console-key-resume-all = 全部恢复
console-key-result = 成绩
console-key-more = 人员
console-people = 人员与场次
console-bout = 一场的成绩
console-result = 第 { $table } 台的成绩
console-not-there = 这张棋桌的对局尚未建立。
console-own-game = 这是您自己的对局，须由其他裁判处理。
console-none-to-order = 没有需要执行的棋桌。
console-sending = 正在执行……
console-all-done = { $done } 张棋桌已执行。
console-all-failed = 完成 { $done }；失败 { $failed }，第 { $table } 台：{ $why }
console-asked = 已执行，比赛的第 { $event } 条记录。

## Orders at a board

deed-suspend = 中止
deed-resume = 恢复
deed-warn = 警告
deed-lose = 判负
deed-adjudicate = 裁定
deed-count = 数子
deed-life-and-death = 死活
deed-clocks = 用时
deed-take-back = 退回
deed-edit = 改盘面
deed-restart = 重新开始
deed-replay = 重赛
deed-overturn = 改判
deed-repetition = 全局同形
deed-colours-wrong = 先后颠倒

## Orders about people

ruling-exclude = 取消资格
ruling-readmit = 恢复资格
ruling-reprimand = 通报批评
ruling-lower-prize = 降低奖金
ruling-ban = 停赛

## What is asked before something is ordered

sheet-game = { $black } – { $white }
sheet-what = 事项
sheet-whom = 对象
sheet-who-loses = 判谁负
sheet-both = 双方
sheet-result = 结果：B+3.5、W+R、B+F、0、Void、both_lose
sheet-ruling = 裁定
sheet-wrong-result = 无法识别这个结果。
sheet-for = 结束的原因
sheet-force-majeure = 不可抗力（已下 150 手以上）
sheet-no-force-majeure = 其他
sheet-dead = 每块死棋各写一子（D4 Q16）
sheet-remove = 要拿掉的棋子（D4 Q16）
sheet-put-black = 要放黑子的点
sheet-put-white = 要放白子的点
sheet-next = 轮到谁下
sheet-as-it-is = 保持不变
sheet-wrong-points = 请写出各点，以空格分隔，例如 D4 Q16。
sheet-clock-black = 黑方用时：20m，或带读秒次数 20m 5；只改次数写 - 5；空着不变
sheet-clock-white = 白方用时，写法相同
sheet-wrong-clock = 时间写作 20m 或 1h30m，读秒次数有变时写在后面。
sheet-no-clock = 至少写出一方的用时。
sheet-moves = 退回几手，停一手也算
sheet-wrong-moves = 请写出手数。
sheet-until = 到何时为止：2027-12-01
sheet-wrong-until = 请写出日期，例如 2027-12-01。
sheet-nobody = 没有可选的对象。
sheet-black-first = 得分，黑方在前（弃权另注）
sheet-first-first = 得分，编排中在前的一方在前
sheet-again = 重赛
sheet-bout = 阶段.轮次.台次（1.2.3）
sheet-wrong-bout = 请写出阶段、轮次、台次，以点分隔，例如 1.2.3。
sheet-reason = 理由
sheet-text = 说明；所有人都会看到；可以空着
sheet-wrong-text = 这段说明不能使用：太长，或含有不允许的字符。
sheet-question = { $order }（{ $reason }），确定吗？y：是，n：否
sheet-keys-question = y 是   n 否   Shift+Tab 返回修改
sheet-keys-choice = 上下键或 1-9 选择   Enter 下一步   Esc 返回
sheet-keys-text = Enter 下一步   Esc 返回
