# The frame of a page of help, and what may be wrong with a command line.

usage-heading = Usage:
usage-line = { $heading } { $usage }
usage-commands = Commands:
usage-arguments = Arguments:
usage-options = Options:
usage-any-options = [OPTIONS]
usage-any-command = [COMMAND]
usage-a-command = <COMMAND>
usage-env = [env: { $name }]
usage-default = [default: { $value }]
usage-values = [possible values: { $values }]
usage-values-heading = Possible values:
usage-value = { $value }: { $text }

mistake = error: { $text }
mistake-unknown = unexpected argument '{ $argument }' found
mistake-command = unrecognized subcommand '{ $name }'
mistake-no-command = a command is missing
mistake-missing = these required arguments are missing: { $arguments }
mistake-conflict = the argument '{ $argument }' cannot be used with '{ $others }'
mistake-repeated = the argument '{ $argument }' cannot be used multiple times
mistake-value = invalid value '{ $value }' for '{ $argument }'
mistake-id = { $text }; letters, digits, - and _, as the lists show it
mistake-no-value = a value is required for '{ $argument }' but none was supplied
mistake-too-many = unexpected value '{ $value }' for '{ $argument }' found; no more were expected
mistake-similar = tip: a similar one exists: '{ $similar }'
mistake-help = For more information, try '--help'.
