# 說明頁的框架，以及命令列可能的錯誤。

usage-heading = 用法：
usage-line = { $heading }{ $usage }
usage-commands = 命令：
usage-arguments = 參數：
usage-options = 選項：
usage-any-options = [選項]
usage-any-command = [命令]
usage-a-command = <命令>
usage-env = [環境變數：{ $name }]
usage-default = [預設：{ $value }]
usage-values = [可用的值：{ $values }]
usage-values-heading = 可用的值：
usage-value = { $value }：{ $text }

mistake = 錯誤：{ $text }
mistake-unknown = 沒有「{ $argument }」這個參數
mistake-command = 沒有「{ $name }」這個命令
mistake-no-command = 缺少命令
mistake-missing = 缺少必需的參數：{ $arguments }
mistake-conflict = 參數「{ $argument }」不能與「{ $others }」同時使用
mistake-repeated = 參數「{ $argument }」只能使用一次
mistake-value = 「{ $argument }」的值「{ $value }」無效
mistake-id = { $text }；編號由字母、數字、- 和 _ 組成，照列表所示填寫
mistake-no-value = 「{ $argument }」需要一個值
mistake-too-many = 「{ $argument }」多了一個值「{ $value }」
mistake-similar = 提示：有相近的「{ $similar }」
mistake-help = 詳細說明請看 --help。
