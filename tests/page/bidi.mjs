// Drives a Firefox as it is, over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): playwright needs its own one.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Driven } from "./driven.mjs";

/** A start, and an answer, may take so long, ms. */
const WITHIN = 30_000;

export class Firefox {
  #waiting = new Map();
  #last = 0;
  /** What the pages complained of. */
  faults = [];

  static async launch(program = process.env.TENGEN_FIREFOX ?? "/usr/bin/firefox-esr") {
    const firefox = new Firefox();
    firefox.profile = mkdtempSync(join(tmpdir(), "tengen-firefox-"));
    const args = ["--headless", "--no-remote", "--profile", firefox.profile, "--remote-debugging-port", "0"];
    const env = { ...process.env, HOME: firefox.profile };
    firefox.child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], env });
    // whatever ends the test ends it too
    process.on("exit", () => firefox.child.kill("SIGKILL"));
    try {
      return await firefox.#begin(program);
    } catch (error) {
      await firefox.close();
      throw error;
    }
  }

  /** Waits until it is ready. */
  async #begin(program) {
    const said = createInterface({ input: this.child.stderr });
    const address = await new Promise((resolve, reject) => {
      said.on("line", (line) => {
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
        if (found) resolve(found[1]);
      });
      this.child.on("error", reject);
      this.child.on("exit", (code) => reject(new Error(`${program} has ended: ${code}`)));
      AbortSignal.timeout(WITHIN).addEventListener("abort", () => reject(new Error(`${program} is not ready`)));
    });
    this.socket = new WebSocket(`${address}/session`);
    this.socket.onmessage = ({ data }) => this.#heard(JSON.parse(data));
    await once(this.socket, "open");
    await this.ask("session.new", { capabilities: {} });
    await this.ask("session.subscribe", { events: ["log.entryAdded"] });
    return this;
  }

  #heard({ id, type, error, message, result, method, params }) {
    if (method === "log.entryAdded" && params.level === "error") this.faults.push(params.text);
    const [resolve, reject] = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    if (type === "success") resolve?.(result);
    else if (type === "error") reject?.(new Error(`${error}: ${message}`));
  }

  ask(method, params) {
    this.#last += 1;
    const id = this.#last;
    this.socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, [resolve, reject]);
      setTimeout(() => reject(new Error(`${method} is not answered`)), WITHIN).unref();
    });
  }

  /** A page with cookies of its own. */
  async page(url) {
    const { userContext } = await this.ask("browser.createUserContext", {});
    const { context } = await this.ask("browsingContext.create", { type: "tab", userContext });
    await this.ask("browsingContext.navigate", { context, url, wait: "complete" });
    return new Page(this, context);
  }

  async close() {
    // without a process id it was never started
    if (this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null) {
      const closed = once(this.child, "close");
      this.child.kill("SIGTERM");
      await closed;
    }
    rmSync(this.profile, { recursive: true, maxRetries: 10 });
  }
}

class Page extends Driven {
  constructor(firefox, context) {
    super();
    this.firefox = firefox;
    this.context = context;
  }

  /** The value of an expression in the page. */
  async value(expression) {
    const target = { context: this.context };
    const said = await this.firefox.ask("script.evaluate", { expression, target, awaitPromise: true });
    if (said.type === "exception") throw new Error(said.exceptionDetails.text);
    return said.result.value;
  }

  /** Clicks with the mouse on the middle of the first such element, when it is there. */
  async click(selector) {
    await this.sees(selector);
    const { nodes } = await this.firefox.ask("browsingContext.locateNodes", {
      context: this.context,
      locator: { type: "css", value: selector },
      maxNodeCount: 1,
    });
    const origin = { type: "element", element: { sharedId: nodes[0].sharedId } };
    const actions = [
      { type: "pointerMove", x: 0, y: 0, origin },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.firefox.ask("input.performActions", {
      context: this.context,
      actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }],
    });
  }
}
