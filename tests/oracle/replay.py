"""Replays the SGF record on standard input with sgfmill and prints what it found as JSON.

Arguments: vertices of dead stones, which are removed before area is counted.
"""

import json
import sys

from sgfmill import common, sgf, sgf_moves

game = sgf.Sgf_game.from_bytes(sys.stdin.buffer.read())
root = game.get_root()
board, plays = sgf_moves.get_setup_and_moves(game)
for colour, move in plays:
    if move is not None:
        board.play(move[0], move[1], colour)
side = board.side
stone = {None: ".", "b": "X", "w": "O"}
rows = "".join(stone[board.get(row, column)] for row in reversed(range(side)) for column in range(side))
counted = board.copy()
for vertex in sys.argv[1:]:
    row, column = common.move_from_vertex(vertex, side)
    assert counted.get(row, column) is not None, f"no stone on {vertex}"
    counted.board[row][column] = None
    counted._is_empty = False


def value(name):
    return root.get(name) if root.has_property(name) else None


def left(node):
    """Seconds left to the mover after the node's move, and his periods or moves of a block."""
    letter = node.get_move()[0].upper()
    return [node.get(name) if node.has_property(name) else None for name in (f"{letter}L", f"O{letter}")]


print(
    json.dumps(
        {
            "moves": len(plays),
            "result": value("RE"),
            "komi": game.get_komi(),
            "black": value("PB"),
            "white": value("PW"),
            "board": rows,
            "area_margin": counted.area_score(),
            "root": root.properties(),
            "main_time": value("TM"),
            "overtime": value("OT"),
            "left": [left(node) for node in game.get_main_sequence() if node.get_move()[0]],
        }
    )
)
