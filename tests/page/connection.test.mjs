// The connection of the page over time: a clock, a socket and a browser made up for it.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

/** Time that passes when it is told to. */
class World {
  constructor() {
    this.now = 0;
    this.timers = [];
    this.sockets = [];
    this.ran = 0;
    const world = this;
    globalThis.window = globalThis;
    globalThis.document = { addEventListener() {}, removeEventListener() {}, visibilityState: "visible", baseURI: "http://x/go/" };
    globalThis.addEventListener = () => {};
    globalThis.removeEventListener = () => {};
    this.real = { setTimeout, clearTimeout, now: performance.now, date: Date.now };
    globalThis.setTimeout = (run, ms) => {
      const timer = { run, at: world.now + ms };
      world.timers.push(timer);
      return timer;
    };
    globalThis.clearTimeout = (timer) => {
      world.timers = world.timers.filter((one) => one !== timer);
    };
    performance.now = () => world.now;
    Date.now = () => 1_700_000_000_000 + world.now;
    globalThis.WebSocket = class {
      static OPEN = 1;
      constructor(url) {
        this.url = url;
        this.readyState = 0;
        this.sent = [];
        world.sockets.push(this);
      }
      send(text) {
        this.sent.push(JSON.parse(text));
      }
      close() {
        this.closed = true;
      }
    };
  }

  end() {
    globalThis.setTimeout = this.real.setTimeout;
    globalThis.clearTimeout = this.real.clearTimeout;
    performance.now = this.real.now;
    Date.now = this.real.date;
  }

  get socket() {
    return this.sockets.at(-1);
  }

  /** Lets so many ms pass. */
  async pass(ms) {
    const end = this.now + ms;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.timers.sort((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.timers.shift();
      this.now = Math.max(this.now, next.at);
      this.ran += 1;
      next.run();
    }
    this.now = end;
  }

  open() {
    this.socket.readyState = 1;
    this.socket.onopen();
  }

  hear(message) {
    this.socket.onmessage({ data: JSON.stringify(message) });
  }

  welcome(account = "ann") {
    this.hear({ re: this.socket.sent.find((one) => one.type === "hello").id, ok: { server: "s", account, games: [] } });
  }
}

let world;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.end());

async function connected(tokens = { current: async () => "t", renewed: async () => "t2" }) {
  const { Connection } = await import("../../server/web/session/connection.js");
  const connection = new Connection(tokens);
  const told = [];
  connection.listen((update) => told.push(update.type));
  await world.pass(0);
  return { connection, told };
}

test("the socket is below the path of the page, and a silent server is asked and given up", async () => {
  const { connection } = await connected();
  assert.equal(world.socket.url, "ws://x/go/ws");
  world.open();
  world.welcome();
  await world.pass(100);
  assert.equal(connection.state, "up");
  const pings = () => world.socket.sent.filter((one) => one.type === "ping");
  assert.equal(pings().length, 1, "the way is measured at once");
  world.hear({ re: pings()[0].id, ok: {} });
  assert.equal(connection.roundTrip, 100);
  await world.pass(11_000);
  assert.equal(pings().length, 2);
  await world.pass(6_500);
  assert.equal(connection.state, "up");
  await world.pass(2_000);
  assert.notEqual(connection.state, "up", "nothing was heard");
  assert.equal(world.sockets.length, 2, "and it has come back");
  connection.end();
});

test("while a token is on its way nothing runs in circles", async () => {
  let give;
  const tokens = { current: () => new Promise((resolve) => (give = resolve)), renewed: async () => null };
  const { connection } = await connected(tokens);
  connection.follow("g1");
  await world.pass(5_000);
  assert.ok(world.ran < 10, `${world.ran} timers`);
  give("t");
  await world.pass(10);
  assert.equal(world.sockets.length, 1);
  connection.end();
});

test("the network is back: one does not wait, and asks whether the server is there", async () => {
  const { connection } = await connected();
  world.open();
  world.welcome();
  await world.pass(50);
  world.hear({ re: world.socket.sent.at(-1).id, ok: {} });
  await world.pass(3_000);
  connection.hurry();
  await world.pass(10);
  assert.equal(world.socket.sent.filter((one) => one.type === "ping").length, 2);
  world.hear({ notice: "nothing" });
  await world.pass(9_000);
  assert.equal(connection.state, "up", "it was heard");
  for (let n = 0; n < 6; n += 1) {
    world.socket.onclose();
    await world.pass(5_000);
  }
  world.socket.onclose();
  const { length } = world.sockets;
  connection.hurry();
  await world.pass(150);
  assert.equal(world.sockets.length, length + 1);
  connection.end();
});

test("waits grow while nobody answers, and are never longer than five seconds", async () => {
  const { connection } = await connected();
  const starts = [];
  for (let n = 0; n < 12; n += 1) {
    starts.push(world.now);
    const { length } = world.sockets;
    world.socket.onclose();
    while (world.sockets.length === length) await world.pass(10);
  }
  const waits = starts.slice(1).map((at, n) => at - starts[n]);
  assert.ok(waits[0] <= 110 && waits.at(-1) >= 2_500 && Math.max(...waits) <= 5_020, `${waits}`);
  connection.end();
});

test("a refused token is renewed; when the login has ended that is told, and what was ended stays so", async () => {
  const given = ["t2", null];
  const { connection, told } = await connected({ current: async () => "t", renewed: async () => given.shift() });
  const refuse = () => world.hear({ re: world.socket.sent[0].id, error: { code: "unauthorized", message: "" } });
  world.open();
  refuse();
  await world.pass(10);
  assert.equal(world.sockets.length, 2, "again with the new one");
  connection.listen((update) => update.type === "login_ended" && connection.end());
  world.open();
  refuse();
  await world.pass(20_000);
  assert.equal(told.filter((type) => type === "login_ended").length, 1);
  assert.equal(connection.state, "ended");
  assert.equal(world.sockets.length, 2);
});

test("a server that refuses good tokens is not asked in a tight circle", async () => {
  const { connection } = await connected();
  for (let at = 0; at < 20_000; at += 10) {
    if (world.socket.readyState === 0 && !world.socket.closed) {
      world.open();
      world.hear({ re: world.socket.sent[0].id, error: { code: "unauthorized", message: "" } });
    }
    await world.pass(10);
  }
  assert.ok(world.sockets.length > 3 && world.sockets.length < 40, `${world.sockets.length} tries in 20 s`);
  assert.equal(world.sockets.at(-1).sent[0].token, "t2");
  if (world.socket.readyState !== 0) await world.pass(6_000);
  world.open();
  world.welcome();
  assert.equal(connection.state, "up");
  connection.end();
});

test("a command is answered over two connections, and to nobody twice", async () => {
  const { connection } = await connected();
  world.open();
  world.welcome();
  let answers = 0;
  const answer = connection.ask({ type: "resign", game: "g1" }).then((result) => {
    answers += 1;
    return result;
  });
  const first = world.socket.sent.find((one) => one.type === "resign");
  world.socket.onclose();
  await world.pass(1_000);
  world.open();
  world.welcome();
  const second = world.socket.sent.find((one) => one.type === "resign");
  assert.deepEqual(second, first);
  world.hear({ re: first.id, ok: { seq: 9 } });
  world.hear({ re: first.id, ok: { seq: 9 } });
  assert.deepEqual(await answer, { ok: { seq: 9 } });
  assert.equal(answers, 1);
  connection.end();
});
