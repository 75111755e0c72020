#!/usr/bin/env python3
"""A whole Tengen bot in plain Python: plays random moves that fill no eye of its own.

pip install websockets; python3 bot.py http://127.0.0.1:9191 offer   (or accept: takes the next open offer)"""
import asyncio, itertools, json, random, sys, urllib.request, websockets
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # GTP columns skip I
TERMS = {"size": {"width": 9, "height": 9}, "time": {"system": "byo_yomi", "main": 60000, "periods": 3, "period": 10000}}


class Bot:
    def __init__(self, socket):
        self.socket, self.count, self.answers, self.started = socket, itertools.count(), {}, asyncio.Queue()
        self.moved, self.prefix = asyncio.Event(), f"{random.getrandbits(48):x}"  # new for each start of a client

    async def ask(self, kind, **fields):
        name = f"{self.prefix}-{next(self.count)}"
        self.answers[name] = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"id": name, "type": kind, **fields}))
        answer = await self.answers[name]
        wait = answer.get("error", {}).get("retry_after")  # too fast, or the store is away
        return answer if wait is None else await asyncio.sleep(wait / 1000) or await self.ask(kind, **fields)

    async def listen(self):
        async for message in (json.loads(text) async for text in self.socket):
            if "re" in message:
                if "snapshot" in message.get("ok", {}):  # here, before the events that follow it are seen
                    self.load(message["ok"]["snapshot"])
                self.answers.pop(message["re"]).set_result(message)
            elif message.get("notice") == "game_started":
                await self.started.put(message["game"])
            elif "event" in message:
                self.see(message)

    def load(self, snapshot):
        self.setup, self.revision = snapshot["setup"], snapshot.get("scoring", {}).get("revision", 0)
        self.seq, self.head, self.phase, self.turn = (snapshot[k] for k in ("seq", "head", "phase", "to_move"))
        width, height = self.setup["size"]["width"], self.setup["size"]["height"]
        self.board = {f"{LETTERS[i % width]}{height - i // width}": c for i, c in enumerate(snapshot["board"])}

    def see(self, message):
        event, kind = message["event"], message["event"]["kind"]
        self.seq, self.head = message["seq"], message["head"]
        if kind == "arrived":
            self.phase = "playing"  # perhaps still waiting: then a move is refused, and tried at the next event
        elif kind in ("play", "pass"):
            self.board.update({event.get("vertex"): "X" if event["by"] == "black" else "O"})
            self.board.update(dict.fromkeys(event.get("captures", []), "."))
            self.turn = "white" if event["by"] == "black" else "black"
            self.phase = "scoring" if "stop" in event else self.phase
        elif kind == "resumed":
            self.phase, self.turn = "playing", event["to_move"]
        self.revision = event.get("stop", event).get("revision", 0 if "stop" in event else self.revision)
        if "outcome" in event:
            self.phase, self.result = "finished", event["outcome"]["result"]
        self.moved.set()

    def candidates(self):
        mine = "X" if self.turn == "black" else "O"
        points = [vertex for vertex in self.board if vertex]
        for vertex in random.sample(points, len(points)):
            column, row, stone = LETTERS.index(vertex[0]), int(vertex[1:]), self.board[vertex]
            beside = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
            around = [f"{LETTERS[c]}{r}" for c, r in beside if c >= 0]
            if stone == "." and any(self.board.get(n, mine) != mine for n in around):
                yield vertex
        yield "pass"

    async def play(self, game):
        await self.ask("join", game=game)
        mine = "black" if self.setup["players"]["black"] == self.account else "white"
        while self.phase != "finished":
            self.moved.clear()
            if self.phase == "playing" and self.turn == mine:
                for vertex in self.candidates():
                    answer = await self.ask("play", game=game, vertex=vertex, after=self.seq, head=self.head)
                    if answer.get("error", {}).get("code") not in ("suicide", "ko", "superko"):
                        break
            elif self.phase == "scoring":
                await self.ask("accept", game=game, revision=self.revision)
            await self.moved.wait()
        print(json.dumps({"game": game, "colour": mine, "result": self.result}))


async def main(server, how):
    guest = json.load(urllib.request.urlopen(urllib.request.Request(f"{server}/api/v1/guests", method="POST")))
    async with websockets.connect(server.replace("http", "ws", 1) + "/ws", subprotocols=["tengen.v1"]) as socket:
        bot = Bot(socket)
        bot.listener = asyncio.create_task(bot.listen())
        bot.account = (await bot.ask("hello", token=guest["token"], client="bot.py"))["ok"]["account"]
        if how == "offer" and await bot.ask("offer", terms=TERMS):
            game = await bot.started.get()
        else:
            while not (offers := (await bot.ask("offers"))["ok"]["offers"]):
                await asyncio.sleep(0.2)
            game = (await bot.ask("accept_offer", offer=offers[0]["offer"]))["ok"]["game"]
        await bot.play(game)


asyncio.run(main(*sys.argv[1:3]))
