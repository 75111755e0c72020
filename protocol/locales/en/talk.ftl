### Talk.

# A line that was said to the players alone. $name is who said it, $text what.
talk-line-players = [players] { $name }: { $text }
# The same to those who watch.
talk-line-spectators = [spectators] { $name }: { $text }
talk-say-what = say what? write it after the word: say well played
talk-mute-whom = whom? write the name after the word: mute NAME
# $name is nobody who plays here or has said anything.
talk-nobody = nobody called { $name } plays here or has said anything
# $name is neither muted nor in the game that was named, if one was.
talk-unknown = nobody called { $name } is known here: name a game with --beside, or write @ID
# Somebody's name and the id of his account.
talk-who = { $name } ({ $id })
# $who is a name with the id, or the id alone.
talk-muted = { $who } is not heard any more; `unmute { $id }` takes that back
talk-unmuted = { $who } is heard again
# What can be typed beside what has to do with the game.
talk-help =
    say TEXT         say it to your opponent; to all when the game is over
    mute NAME        hear NAME no more, in any game; also mute @ID
    unmute NAME      hear NAME again; also unmute @ID
