// Runs the tests of the page against real servers and in one browser, two files at a time, and says how long each took.
//
//   node tests/page/run.mjs SERVER                              all of them, where each belongs
//   node tests/page/run.mjs SERVER [--on PLACE] -- FILE ..      these, on `embedded`, `redis` or `below`
//
// SERVER is the program `tengen-server`; beside it lies `tengen`. `npm ci` in tests/page installs what they need;
// TENGEN_CHROMIUM names another browser than /usr/bin/chromium. A test that is skipped is a failure.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { CHROMIUM } from "./chromium.mjs";
import { startServer } from "./servers.mjs";

const here = dirname(fileURLToPath(import.meta.url));
/** Files at a time. */
const AT_ONCE = 2;
/** Longer than any file takes, ms. */
const WITHIN = 300_000;

const LONG = Boolean(process.env.TENGEN_LONG);
/** In the long tier alone: they start browsers of their own. */
const LONG_ONLY = ["firefox", "webkit"];
const STORED = ["archive", "bot", "mute", "play"];
/** Where tests run: the settings of a server, and the files for it. */
const PLACES = {
  embedded: { settings: {}, has: (name) => name !== "below" && (LONG || !LONG_ONLY.includes(name)) },
  // what reads and writes games and accounts; with TENGEN_LONG all that the store is asked for
  redis: { settings: { redis: true }, has: (name) => [...(LONG ? STORED : []), "account", "game"].includes(name) },
  below: { settings: { below: "/go/" }, has: (name) => name === "below" },
};
/** The longest begin first, so that none is left alone at the end. */
const LONGEST = ["access", "tournament", "tournament-referee", "tournament-kinds", "tournament-settings", "offer", "play", "archive", "account", "game", "language", "boards", "bot"];
const NAME = ".test.mjs";

const [server, ...rest] = process.argv.slice(2);
const parting = rest.includes("--") ? rest.indexOf("--") : rest.length;
const [options, named] = [rest.slice(0, parting), rest.slice(parting + 1)];
const [option, only = "embedded"] = options;
if (!server || !(only in PLACES) || options.length > 2 || (option ?? "--on") !== "--on") {
  console.error("node tests/page/run.mjs SERVER [--on embedded|redis|below] [-- FILE ..]");
  process.exit(2);
}
const program = resolve(server);

function jobs() {
  if (option || named.length > 0) return (named.length > 0 ? named : all(only)).map((file) => ({ file, place: only }));
  const rank = ({ file }) => (LONGEST.indexOf(file.replace(NAME, "")) + LONGEST.length + 1) % (LONGEST.length + 1);
  const found = Object.keys(PLACES).flatMap((place) => all(place).map((file) => ({ file, place })));
  return found.sort((a, b) => rank(a) - rank(b));
}

const all = (place) =>
  readdirSync(here)
    .filter((file) => file.endsWith(NAME) && PLACES[place].has(file.replace(NAME, "")))
    .sort();

/** Runs one file; whether it passed. */
async function run({ file, place }, url, browser) {
  const began = performance.now();
  const env = { ...process.env, TENGEN_URL: url, TENGEN_CLIENT: join(dirname(program), "tengen"), TENGEN_BROWSER: browser };
  // Node 20 has the socket that Firefox is driven over, but only on request
  const child = spawn(process.execPath, ["--experimental-websocket", "--test-reporter=spec", file], { cwd: here, env });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => said.push(text));
  const timer = setTimeout(() => child.kill("SIGTERM"), WITHIN);
  const stop = () => child.kill("SIGTERM");
  process.on("exit", stop);
  const code = await new Promise((done) => child.on("close", (status) => done(status ?? 1)));
  process.off("exit", stop);
  clearTimeout(timer);
  const text = Buffer.concat(said).toString();
  const count = (what) => Number(new RegExp(`^ℹ ${what} (\\d+)`, "m").exec(text)?.[1] ?? 0);
  const passed = code === 0 && count("skipped") === 0 && count("tests") > 0;
  if (!passed) console.log(text);
  const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
  console.log(`${seconds} s  ${file.replace(NAME, "")} (${place})${passed ? "" : ": FAILED"}`);
  return passed;
}

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
const queue = jobs();
const servers = new Map();
/** Places where something failed. */
const failed = new Set();
let browser;
try {
  browser = await chromium.launchServer(CHROMIUM);
  for (const place of new Set(queue.map((job) => job.place))) {
    const started = await startServer(program, PLACES[place].settings);
    servers.set(place, started);
    const page = await fetch(started.url);
    if (!page.ok) throw new Error(`${started.url} answers ${page.status}: this server does not serve the page`);
  }
  const work = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      if (!(await run(job, servers.get(job.place).url, browser.wsEndpoint()))) failed.add(job.place);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
} catch (error) {
  console.error(error);
  failed.add("all");
} finally {
  await browser?.close();
  for (const [place, { said, stop }] of servers) {
    await stop();
    if (failed.has(place)) console.log(`\nthe server (${place}) said at last:\n${said.slice(-20).join("\n")}`);
  }
}
process.exit(failed.size === 0 ? 0 : 1);
