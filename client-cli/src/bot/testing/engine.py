#!/usr/bin/env python3
"""A GTP engine for tests: answers as it is told to and writes down what it is asked.

Arguments are NAME=VALUE, all optional:
log=FILE      commands are appended here, one a line
moves=FILE    genmove takes its answer from the first line of this file and removes it
features=A,B  what list_commands lists besides the basic commands
refuse=A,B    vertices that play refuses
dead=A,B      the answer of final_status_list
free=A,B      the answer of place_free_handicap
die=FILE      while this file is there genmove removes it and ends the process
hang=FILE     while this file is there genmove removes it and never answers
until=FILE    genmove answers only when this file is there
style=noisy   noise between answers, carriage returns, tabs, answers with other ids
style=bare    no ids
"""
import os
import sys
import time

OPTIONS = dict(word.split("=", 1) for word in sys.argv[1:])
BASIC = "protocol_version name version list_commands quit boardsize clear_board komi play genmove".split()


def option_list(name):
    return [word for word in OPTIONS.get(name, "").split(",") if word]


def note(command):
    if "log" in OPTIONS:
        with open(OPTIONS["log"], "a") as log:
            log.write(command + "\n")


def taken(name):
    path = OPTIONS.get(name)
    if path and os.path.exists(path):
        os.remove(path)
        return True
    return False


def next_move():
    if taken("die"):
        os._exit(3)
    if taken("hang"):
        time.sleep(3600)
    while "until" in OPTIONS and not os.path.exists(OPTIONS["until"]):
        time.sleep(0.01)
    with open(OPTIONS["moves"]) as file:
        lines = file.read().split()
    with open(OPTIONS["moves"], "w") as file:
        file.write("\n".join(lines[1:]))
    return lines[0] if lines else "pass"


def answer(words):
    kind = words[0]
    if kind == "list_commands":
        return True, "\n".join(BASIC + option_list("features"))
    if kind == "name":
        return True, "fake"
    if kind not in BASIC + option_list("features"):
        return False, "unknown command"
    if kind == "play" and words[2] in option_list("refuse"):
        return False, "illegal move"
    if kind.endswith("genmove") or kind == "kgs-genmove_cleanup":
        return True, next_move()
    if kind == "final_status_list":
        return True, "\n".join(option_list("dead"))
    if kind == "place_free_handicap":
        return True, " ".join(option_list("free"))
    return True, ""


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def main():
    style = OPTIONS.get("style")
    for line in sys.stdin:
        number, *words = line.split()
        note(" ".join(words))
        good, body = answer(words)
        mark = "=" if good else "?"
        if style == "noisy":
            write("thinking = hard\r\n\r\n=77777 an answer to nobody\r\n\r\n")
            write(f"{mark}{number}\t{body}\r\n\r\n\r\n")
        elif style == "bare":
            write(f"{mark} {body}\n\n")
        else:
            write(f"{mark}{number} {body}\n\n")
        if words[0] == "quit":
            return


main()
