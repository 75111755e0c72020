### 聊天。

# 只對雙方棋手說的話。$name 是說話的人，$text 是內容。
talk-line-players = [棋手] { $name }：{ $text }
# 觀眾之間說的話。
talk-line-spectators = [觀眾] { $name }：{ $text }
talk-say-what = 說什麼？寫在後面：say 好棋
talk-mute-whom = 封鎖誰？名字寫在後面：mute 名字
# $name 既不是棋手，也沒有說過話。
talk-nobody = 這裡沒有叫 { $name } 的棋手，也沒有這樣的人說過話
# $name 沒有被封鎖，也不在所指定的對局旁。
talk-unknown = 找不到叫 { $name } 的人：請用 --beside 指定一盤棋，或寫 @編號
# 名字和帳號編號。
talk-who = { $name }（{ $id }）
# $who 是名字加編號，或只有編號。
talk-muted = 不再聽到 { $who } 的話；`unmute { $id }` 恢復
talk-unmuted = 又能聽到 { $who } 的話了
# 與棋無關的輸入。
talk-help =
    say 話           對對手說（也可用：說）；終局後所有人都能看到
    mute 名字        在任何對局中都不再聽到此人的話（也可用：封鎖；或 mute @編號）
    unmute 名字      恢復（也可用：取消封鎖；或 unmute @編號）
