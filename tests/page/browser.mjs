// What the tests of the page share: a browser, a person at a page, points.
//
// TENGEN_URL is the address of a server that serves the page; TENGEN_BROWSER that of a browser which several share.

import { afterEach } from "node:test";
import { chromium } from "playwright-core";
import { CHROMIUM } from "./chromium.mjs";

export const URL_OF_PAGE = process.env.TENGEN_URL ?? "http://127.0.0.1:9191/";
/** Nobody waits longer for anything, ms: what is there is seen at once, however slow the machine is. */
const PATIENCE = 30_000;
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

export const launch = () =>
  process.env.TENGEN_BROWSER ? chromium.connect(process.env.TENGEN_BROWSER) : chromium.launch(CHROMIUM);

/** Those who are at a page; after each test they leave. */
const present = new Set();
afterEach(async () => {
  await Promise.all([...present].map((context) => context.close()));
  present.clear();
});

/** What lies between a page and the server, to be cut. */
export class Wire {
  /** The type of a message of the page that does not arrive. */
  swallow = null;
  swallowed = 0;
  /** Nothing of the server arrives. */
  deaf = false;
  /** There is no way at all: whatever is opened is closed at once. */
  gone = false;
  /** What becomes of a text of the server on its way. */
  alter = (text) => text;
  opened = 0;
  /** All that the server got. */
  sent = [];

  /** Takes the place of the page's socket. */
  lay(socket) {
    if (this.gone) return void socket.close();
    this.opened += 1;
    this.socket = socket;
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      if (this.swallow !== null && text.includes(`"type":"${this.swallow}"`)) {
        this.swallowed += 1;
        return;
      }
      this.sent.push(JSON.parse(text));
      server.send(text);
    });
    server.onMessage((text) => {
      if (!this.deaf) socket.send(this.alter(text));
    });
  }

  /** Cuts the connection; the next one is sound. */
  cut() {
    this.swallow = null;
    this.deaf = false;
    return this.socket.close();
  }
}

/** A person at a page of its own; what the browser complains of is kept in `faults`. */
export class Person {
  static async at(browser, { path = "#/", language = "en-GB", wire, prepare, ...options } = {}) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: language,
      ...options,
    });
    const person = new Person();
    person.context = context;
    present.add(context);
    // not every violation is written to the console
    await context.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy: ${event.effectiveDirective} forbids ${event.blockedURI} ${event.sample}`);
      });
    });
    if (prepare) await prepare(context);
    person.page = await context.newPage();
    person.page.setDefaultTimeout(PATIENCE);
    person.faults = [];
    person.page.on("pageerror", (error) => person.faults.push(error.stack));
    person.page.on("console", (message) => {
      const isLink = /WebSocket connection to|ERR_INTERNET|Failed to load resource/.test(message.text());
      if (message.type() === "error" && !isLink) person.faults.push(message.text());
    });
    if (wire) await person.page.routeWebSocket(/\/ws$/, (socket) => wire.lay(socket));
    await person.page.goto(URL_OF_PAGE + path);
    await person.page.locator("main").waitFor();
    return person;
  }

  async guest() {
    await this.page.locator("header button:not([aria-label])").click();
    await this.page.locator("dialog .guest").click();
    await this.page.locator("dialog").waitFor({ state: "detached" });
    await this.page.locator("header .who:not(:empty)").waitFor();
    return this.page.locator("header .who").textContent();
  }

  /** Offers a game on 9x9 as Black; the page must speak English. */
  async offer() {
    await this.press("New offer");
    await this.page.getByRole("combobox", { name: "Board", exact: true }).selectOption("9");
    await this.page.getByRole("combobox", { name: "Your colour" }).selectOption("black");
    await this.page.locator("dialog button[type=submit]").click();
    await this.page.locator("dialog").waitFor({ state: "detached" });
  }

  /** Passes when it is this one's turn. */
  async pass() {
    await this.page.locator(".may-play").waitFor();
    await this.press("Pass");
    await this.page.locator("dialog").getByRole("button", { name: "Pass" }).click();
  }

  /** The id of the game that is shown. */
  get game() {
    return new URL(this.page.url()).hash.slice("#/game/".length);
  }

  /** The game that is shown, as the server has it. */
  async snapshot() {
    return (await (await fetch(new URL(`api/v1/games/${this.game}`, URL_OF_PAGE))).json()).snapshot;
  }

  press(name) {
    return this.page.getByRole("button", { name, exact: true }).click();
  }

  /** The point of a vertex on the board that is shown. */
  point(vertex) {
    const [width, height] = [this.width ?? 9, this.height ?? 9];
    const index = (height - Number(vertex.slice(1))) * width + COLUMNS.indexOf(vertex[0]);
    return this.page.locator(`.board:not(.small) [data-point="${index}"]`);
  }

  /** Waits until a point is called so: `D4 black, last move`. */
  async sees(name) {
    await this.page.locator(`.board:not(.small) [aria-label="${name}"]`).waitFor({ state: "attached" });
  }

  async says(text) {
    await this.page.getByText(text).first().waitFor();
  }
}

/** The pages of Black and White, two guests with a new game on 9x9; each with its options. */
export async function begun(browser, black = {}, white = {}) {
  const people = [await Person.at(browser, black), await Person.at(browser, white)];
  const [ann, bob] = people;
  const name = await ann.guest();
  await ann.offer();
  // whoever comes now sees the offer at once
  await bob.guest();
  await bob.page.locator(".offer", { hasText: name }).locator("button").click();
  await bob.page.waitForURL(/#\/game\//);
  await ann.page.locator(".may-play").waitFor();
  return people;
}

/** The text of a file that is downloaded. */
export const textOf = async (download) => (await (await download.createReadStream()).toArray()).join("");

export const until = async (is, within = PATIENCE) => {
  const end = Date.now() + within;
  for (;;) {
    const value = await is();
    if (value) return value;
    if (Date.now() > end) throw new Error(`not within ${within} ms: ${is}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};
