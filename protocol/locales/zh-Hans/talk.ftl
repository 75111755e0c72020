### 聊天。

# 只对双方棋手说的话。$name 是说话的人，$text 是内容。
talk-line-players = [棋手] { $name }：{ $text }
# 观众之间说的话。
talk-line-spectators = [观众] { $name }：{ $text }
talk-say-what = 说什么？写在后面：say 好棋
talk-mute-whom = 屏蔽谁？名字写在后面：mute 名字
# $name 既不是棋手，也没有说过话。
talk-nobody = 这里没有叫 { $name } 的棋手，也没有这样的人说过话
# $name 没有被屏蔽，也不在所指定的对局旁。
talk-unknown = 找不到叫 { $name } 的人：请用 --beside 指定一盘棋，或写 @编号
# 名字和账号编号。
talk-who = { $name }（{ $id }）
# $who 是名字加编号，或只有编号。
talk-muted = 不再听到 { $who } 的话；`unmute { $id }` 恢复
talk-unmuted = 又能听到 { $who } 的话了
# 与棋无关的输入。
talk-help =
    say 话           对对手说（也可用：说）；终局后所有人都能看到
    mute 名字        在任何对局中都不再听到此人的话（也可用：屏蔽；或 mute @编号）
    unmute 名字      恢复（也可用：取消屏蔽；或 unmute @编号）
