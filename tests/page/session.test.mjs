// The session of the page: what it does when events are missing, forked, unknown, lost by the server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hashOf } from "../../server/web/game/board.js";
import { Session } from "../../server/web/session/session.js";

const GAME = "g1";
const head = (seq) => String(seq).padStart(16, "0");

function snapshot({ seq = 3, moves = [], board = ".".repeat(81), ...rest } = {}) {
  return {
    seq,
    head: head(seq),
    setup: { size: { width: 9, height: 9 }, rules: { preset: "chinese" }, komi: 7.5, time: { system: "none" }, undo: true,
      players: { black: "ann", white: "bob" } },
    names: { black: "Ann", white: "Bob" },
    created_at: 1,
    phase: "playing",
    arrived: { black: true, white: true },
    moves: moves.join(" "),
    board,
    hash: hashOf(board),
    to_move: moves.length % 2 === 0 ? "black" : "white",
    captures: { black: 0, white: 0 },
    warnings: { black: 0, white: 0 },
    ...rest,
  };
}

/** A session that follows the game from a snapshot, and what it does. */
class Table {
  constructor() {
    this.session = new Session("p");
    this.now = 1_000;
    this.board = ".".repeat(81);
    this.seq = 3;
    this.session.follow(GAME);
    this.connect();
    assert.equal(this.answerJoin({ join: "snapshot", now: 5, snapshot: snapshot() }).have, undefined);
    this.done();
  }

  connect() {
    this.session.opened("token");
    const [hello] = this.sent("hello");
    this.hear({ re: hello.id, ok: { server: "s", account: "ann", games: [] } });
  }

  hear(message) {
    this.session.received(JSON.stringify(message), this.now);
  }

  /** All that it does now: messages and updates. */
  done() {
    const found = [];
    for (let effect = this.session.poll(); effect; effect = this.session.poll()) {
      found.push(effect.do === "send" ? JSON.parse(effect.text) : effect.do === "tell" ? effect.update : effect);
    }
    this.last = found;
    return found;
  }

  sent(type) {
    return this.done().filter((one) => one.type === type && one.id !== undefined);
  }

  answerJoin(ok) {
    const [join] = this.sent("join");
    assert.ok(join, "it joins");
    this.hear({ re: join.id, ok });
    return join;
  }

  event(index, { seq = this.seq + 1, prev = head(seq - 1), hash, kind = "play" } = {}) {
    const by = seq % 2 === 0 ? "black" : "white";
    const cells = this.board.split("");
    cells[index] = by === "black" ? "X" : "O";
    const board = cells.join("");
    const vertex = `${"ABCDEFGHJ"[index % 9]}${9 - Math.floor(index / 9)}`;
    const event = { kind, by, id: "z", vertex, used: 5, hash: hash ?? hashOf(board) };
    this.hear({ game: GAME, head: head(seq), seq, t: seq, at: seq, prev, v: 1, event });
    if (seq === this.seq + 1 && prev === head(seq - 1) && hash === undefined && kind === "play") {
      this.seq = seq;
      this.board = board;
    }
  }

  play(vertex, id) {
    const { seq, head: at } = this.session.games.get(GAME).view;
    this.session.submit(id, { type: "play", game: GAME, vertex, after: seq, head: at });
  }

  get view() {
    return this.session.games.get(GAME).view;
  }
}

test("events are told in order and each once", () => {
  const table = new Table();
  table.event(0);
  table.event(0, { seq: 4 });
  table.event(1);
  const news = table.done();
  assert.deepEqual(news.map((one) => one.view.seq), [4, 5]);
  assert.deepEqual(table.view.moves, [{ by: "black", vertex: "A9", used: 5 }, { by: "white", vertex: "B9", used: 5 }]);
});

test("a gap leads to a join with what is known, and the events are told then", () => {
  const table = new Table();
  table.event(0);
  table.event(2, { seq: 6 });
  const join = table.answerJoin({ join: "events", seq: 5, head: head(5), now: 9 });
  assert.deepEqual(join.have, { seq: 4, head: head(4), heads: [head(3)] });
  table.event(1);
  assert.equal(table.view.seq, 5);
  assert.equal(table.view.synced.time, 9, "a repeated event says nothing about the time now");
});

test("another board, and an event of a newer server, lead to a snapshot", () => {
  for (const odd of [{ hash: "00000000" }, { kind: "flown" }]) {
    const table = new Table();
    table.event(0, odd);
    const join = table.answerJoin({ join: "snapshot", now: 9, snapshot: snapshot({ seq: 8 }) });
    assert.equal(join.have, undefined);
    assert.equal(table.view.seq, 8);
  }
});

test("it does not join for ever in a tight circle", () => {
  const table = new Table();
  for (let n = 0; n < 2; n += 1) {
    table.event(9, { seq: 9 });
    table.answerJoin({ join: "up_to_date", seq: 3, head: head(3), now: 9 });
  }
  table.event(9, { seq: 9 });
  assert.deepEqual(table.sent("join"), []);
  const due = table.session.nextDue();
  assert.ok(due > table.now && due <= table.now + 5_000);
  table.session.due(due);
  assert.equal(table.sent("join").length, 1);
});

test("after a cut a command waits for the join of its game and is sent again with its id", () => {
  const table = new Table();
  table.play("A9", "own-1");
  assert.equal(table.sent("play").length, 1);
  table.session.closed();
  table.connect();
  const before = table.done();
  assert.deepEqual(before.filter((one) => one.type === "play"), [], "not before the game is there");
  const [join] = table.last.filter((one) => one.type === "join");
  table.hear({ re: join.id, ok: { join: "up_to_date", seq: 3, head: head(3), now: 9 } });
  assert.deepEqual(table.sent("play"), [{ id: "own-1", type: "play", game: GAME, vertex: "A9", after: 3, head: head(3) }]);
});

test("a game that is left is followed until what was done at it is answered", () => {
  const table = new Table();
  table.session.closed();
  table.play("A9", "own-1");
  table.session.leave(GAME);
  table.connect();
  table.answerJoin({ join: "up_to_date", seq: 3, head: head(3), now: 9 });
  assert.deepEqual(table.sent("play").map(({ id }) => id), ["own-1"]);
  table.hear({ re: "own-1", ok: { seq: 4 } });
  assert.deepEqual(table.sent("leave").map(({ game }) => game), [GAME]);
  assert.equal(table.session.games.size, 0);
});

test("after a rollback only the move that was made for what stands is sent again", () => {
  const table = new Table();
  for (const [n, index] of [0, 1, 2].entries()) {
    table.play("ABC"[n] + "9", `own-${n}`);
    table.event(index);
    table.hear({ re: `own-${n}`, ok: { seq: 4 + n } });
  }
  table.done();
  const board = `X${".".repeat(80)}`;
  const stands = snapshot({ seq: 4, moves: ["A9"], board });
  table.hear({ notice: "rollback", game: GAME, seq: 4, head: head(4), now: 9, snapshot: stands });
  const did = table.done();
  const told = did.find((one) => one.type === "game");
  assert.deepEqual(told.news, { kind: "snapshot", lost: ["C9"] }, "what was lost is told");
  assert.deepEqual(did.filter((one) => one.type === "play").map(({ id }) => id), ["own-1"]);
  assert.equal(table.view.seq, 4);
  table.hear({ re: "own-1", error: { code: "illegal", message: "" } });
  const lost = table.done().filter((one) => one.type === "game");
  assert.deepEqual(lost.map(({ news }) => news.lost), [["B9"]], "the move that was sent again is refused: it is lost too");
});

test("a refusal that says that the game went on leads to a join; too fast is tried again", () => {
  const table = new Table();
  table.play("A9", "own-1");
  table.done();
  table.hear({ re: "own-1", error: { code: "rate_limited", message: "", retry_after: 200 } });
  assert.deepEqual(table.done(), [], "the person is not told");
  table.session.due(table.session.nextDue());
  assert.equal(table.sent("play").length, 1);
  table.hear({ re: "own-1", error: { code: "stale", message: "", seq: 5, head: head(5) } });
  const did = table.done();
  assert.deepEqual(did.map((one) => one.type), ["join", "answer"]);
});

test("talk is told in order, and what is missing is asked for", () => {
  const table = new Table();
  table.session.closed();
  table.connect();
  table.answerJoin({ join: "up_to_date", seq: 3, head: head(3), now: 9 });
  const [ask] = table.sent("talk");
  assert.equal(ask.channel, "players", "Ann plays");
  const line = (n) => ({ n, at: n, by: "bob", name: "Bob", text: `line ${n}` });
  const come = (n) => table.hear({ notice: "talk", game: GAME, channel: "players", line: line(n) });
  come(3); // before the answer: the answer has it
  table.hear({ re: ask.id, ok: { lines: [line(1), line(3)], upto: 3 } });
  come(4);
  come(7);
  const did = table.done();
  assert.deepEqual(did.filter((one) => one.line).map((one) => one.line.n), [1, 3, 4]);
  const [again] = did.filter((one) => one.channel && one.after !== undefined);
  assert.equal(again.after, 4);
  table.hear({ re: again.id, ok: { lines: [line(6), line(7)], upto: 7 } });
  assert.deepEqual(table.done().map((one) => one.line.n), [6, 7]);
});
