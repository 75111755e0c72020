// The servers that the tests of the page run against: on the embedded store, on a Redis, below a path.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A start may take so long, ms. */
const START = 30_000;
/** Somebody may take a free port before it is used: so many are tried. */
const PORTS = 3;

const running = new Set();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));

export async function freePort() {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address();
  listener.close();
  await once(listener, "close");
  return port;
}

/** A program that has said what shows that it is there; what it has said is in `said`, its words in `found`. */
async function started(program, args, ready) {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  const said = [];
  let timer;
  try {
    const found = await new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`${program} ${why}\n${said.join("\n")}`));
      timer = setTimeout(() => fail(`is not ready after ${START} ms`), START);
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on("line", (line) => {
          if (said.push(line) > 200) said.shift();
          const match = ready.exec(line);
          if (match) resolve(match);
        });
      }
      child.on("error", (error) => fail(`cannot be started: ${error.message}`));
      child.on("exit", (code, signal) => fail(`has ended: ${code ?? signal}`));
    });
    return { child, said, found };
  } catch (error) {
    await ended(child);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function ended(child) {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const closed = once(child, "close");
    child.kill("SIGTERM");
    await closed;
  }
  running.delete(child);
}

/** Tries another port if one was taken meanwhile. */
async function atSomePort(start) {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    try {
      return { port, ...(await start(port)) };
    } catch (error) {
      if (tries === PORTS) throw error;
    }
  }
}

/** A Redis with every write on its disk before it is answered. */
function startRedis(dir) {
  const program = process.env.TENGEN_REDIS_SERVER ?? "redis-server";
  const durable = ["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--daemonize", "no"];
  return atSomePort((port) =>
    started(program, ["--port", port, "--bind", "127.0.0.1", "--dir", dir, ...durable].map(String), /Ready to accept connections/),
  );
}

/**
 * Starts `tengen-server` with a store of its own: on a Redis if `redis` is set, else embedded, and below the
 * path `below` (`/go/`). Gives its `url`, what it `said`, and what stops it.
 */
export async function startServer(program, { redis = false, below = "/" } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "tengen-page-"));
  const children = [];
  const stop = async () => {
    for (const child of children.reverse()) await ended(child);
    rmSync(dir, { recursive: true });
  };
  try {
    const args = ["--admin-listen", "off", "--data", join(dir, "data"), "--drain-seconds", "1"];
    if (redis) {
      mkdirSync(join(dir, "redis"));
      const store = await startRedis(join(dir, "redis"));
      children.push(store.child);
      const secret = join(dir, "secret");
      writeFileSync(secret, "0123456789abcdef".repeat(4), { mode: 0o600 });
      args.push("--redis", `redis://127.0.0.1:${store.port}`, "--secret-file", secret);
    }
    const { port, child, said } = await atSomePort((port) => {
      const path = below === "/" ? [] : ["--public-url", `http://127.0.0.1:${port}${below}`];
      return started(program, [...args, "--listen", `127.0.0.1:${port}`, ...path], /^listening on (http:\S+)/);
    });
    children.push(child);
    return { url: `http://127.0.0.1:${port}${below}`, said, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
