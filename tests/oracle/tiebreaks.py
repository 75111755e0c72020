"""Tie-breaks by gacrux, FIDE's reference implementation: events on stdin, numbers on stdout.

Reads a JSON list of {"players", "rounds", "robin": bool, "tiebreaks": [..], "games": [[round, first,
second, points of first, points of second, was played], ..], "byes": [[round, player], ..]} and writes for
each event {player: {"rank": .., "numbers": [..]}}. A win is 2, a draw 1. First is White, second Black:
chess begins with White. The rules are those of 2024: of an unplayed round a player's own points count.
"""

import json
import sys
from decimal import Decimal

try:
    from gacrux.tiebreak import tiebreak
except ModuleNotFoundError:
    sys.exit(3)

LETTER = {0: "L", 1: "D", 2: "W"}
POINTS = {"W": 2, "D": 1, "L": 0, "Z": 0, "P": 2, "F": 2, "H": 1, "A": 0, "U": 2}


def game(number, first, second, got, other, played):
    return {
        "id": number,
        "round": 0,
        "white": {"cid": first, "result": LETTER[got]},
        "black": {"cid": second, "result": LETTER[other]},
        "played": played,
    }


def judge(event):
    games = []
    for round_, first, second, got, other, played in event["games"]:
        games.append(game(len(games) + 1, first, second, got, other, played) | {"round": round_})
    for round_, player in event["byes"]:
        bye = {"white": {"cid": player, "result": "W"}, "black": {"cid": 0}, "played": True}
        games.append({"id": len(games) + 1, "round": round_} | bye)
    tournament = {
        "teamTournament": False,
        "tournamentType": "Round Robin" if event["robin"] else "Swiss",
        "tournamentInfo": {"startDate": "2025-01-01"},
        "numRounds": event["rounds"],
        "currentRound": event["rounds"],
        "scoreSystem": {"game": {letter: Decimal(points) for letter, points in POINTS.items()}},
        "competitors": [{"cid": cid, "random": cid} for cid in range(1, event["players"] + 1)],
        "gameList": games,
        "matchList": [],
    }
    params = {
        "tiebreak": list(event["tiebreaks"]),
        "check": False,
        "pre_determined": event["robin"],
        "swiss": not event["robin"],
        "unrated": None,
    }
    result = tiebreak(tournament, event["rounds"], params).compute_tiebreaks(tournament, params)
    return {
        str(one["cid"]): {"rank": one["rank"], "numbers": [float(number) for number in one["tiebreakScore"]]}
        for one in result["competitors"]
    }


json.dump([judge(event) for event in json.load(sys.stdin)], sys.stdout)
