# 帮助页的框架，以及命令行可能的错误。

usage-heading = 用法：
usage-line = { $heading }{ $usage }
usage-commands = 命令：
usage-arguments = 参数：
usage-options = 选项：
usage-any-options = [选项]
usage-any-command = [命令]
usage-a-command = <命令>
usage-env = [环境变量：{ $name }]
usage-default = [默认：{ $value }]
usage-values = [可选值：{ $values }]
usage-values-heading = 可选值：
usage-value = { $value }：{ $text }

mistake = 错误：{ $text }
mistake-unknown = 没有“{ $argument }”这个参数
mistake-command = 没有“{ $name }”这个命令
mistake-no-command = 缺少命令
mistake-missing = 缺少必需的参数：{ $arguments }
mistake-conflict = 参数“{ $argument }”不能与“{ $others }”同时使用
mistake-repeated = 参数“{ $argument }”只能使用一次
mistake-value = “{ $argument }”的值“{ $value }”无效
mistake-id = { $text }；编号由字母、数字、- 和 _ 组成，照列表所示填写
mistake-no-value = “{ $argument }”需要一个值
mistake-too-many = “{ $argument }”多了一个值“{ $value }”
mistake-similar = 提示：有相近的“{ $similar }”
mistake-help = 详细说明请看 --help。
