"""Reads records with sgfmill, one JSON object a line on standard input, and answers a line each.

Asked: {"text": the record, "encoding": the one to write it in}. Answered: the bytes in that encoding and
as sgfmill writes them again (hex), what it reads in them, and the board after all moves.
"""

import json
import sys

from sgfmill import sgf, sgf_moves

STONE = {None: ".", "b": "X", "w": "O"}


def answer(asked):
    data = asked["text"].encode(asked["encoding"])
    game = sgf.Sgf_game.from_bytes(data)
    root = game.get_root()
    board, plays = sgf_moves.get_setup_and_moves(game)
    for colour, move in plays:
        if move is not None:
            board.play(move[0], move[1], colour)
    side = range(board.side)
    value = lambda node, name: node.get(name) if node.has_property(name) else None
    return {
        "bytes": data.hex(),
        "rewritten": game.serialise().hex(),
        "board": "".join(STONE[board.get(row, column)] for row in reversed(side) for column in side),
        "moves": [[colour, list(move) if move else None] for colour, move in plays],
        "black": value(root, "PB"),
        "white": value(root, "PW"),
        "game_comment": value(root, "GC"),
        "result": value(root, "RE"),
        "komi": value(root, "KM"),
        "comments": [value(node, "C") for node in game.get_main_sequence()],
    }


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))))
