// Drives Debian's WebKitGTK, the engine of Safari, over WebDriver (https://www.w3.org/TR/webdriver2/): playwright needs its
// own one. Each page is a browser of its own on a screen that nobody sees.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { until } from "./browser.mjs";
import { Driven } from "./driven.mjs";
import { freePort } from "./servers.mjs";

/** A start, and an answer, may take so long, ms. */
const WITHIN = 30_000;
const LIBRARIES = "/usr/lib";

/** The small browser that comes with the library; its folder is named by machine and version. */
function browserOf(program = process.env.TENGEN_WEBKIT) {
  if (program) return program;
  const folders = readdirSync(LIBRARIES).flatMap((machine) => {
    const at = join(LIBRARIES, machine);
    return machine.endsWith("-linux-gnu") ? readdirSync(at).filter((name) => name.startsWith("webkit2gtk-")).map((name) => join(at, name)) : [];
  });
  const found = folders.map((folder) => join(folder, "MiniBrowser")).find((path) => existsSync(path));
  if (!found) throw new Error("MiniBrowser of WebKitGTK is missing: Debian's webkit2gtk-driver brings it");
  return found;
}

/** A program that ends with the test. */
function begun(program, args, options) {
  const child = spawn(program, args, options);
  process.on("exit", () => child.kill("SIGKILL"));
  return child;
}

async function ended(child) {
  // without a process id it was never started
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
}

export class WebKit {
  /** @type {WebKitPage[]} */
  #pages = [];

  static async launch() {
    const webkit = new WebKit();
    webkit.screen = begun("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    try {
      const said = createInterface({ input: webkit.screen.stdio[3] });
      const failed = once(webkit.screen, "exit").then(([code]) => Promise.reject(new Error(`Xvfb has ended: ${code}`)));
      const [number] = await Promise.race([once(said, "line", { signal: AbortSignal.timeout(WITHIN) }), failed]);
      webkit.display = `:${number}`;
      failed.catch(() => undefined);
      return webkit;
    } catch (error) {
      await webkit.close();
      throw error;
    }
  }

  /** What the pages complained of. */
  async faults() {
    return (await Promise.all(this.#pages.map((page) => page.value("window.complaints")))).flat();
  }

  /** A page with cookies of its own. */
  async page(url) {
    const page = new WebKitPage();
    this.#pages.push(page);
    await page.begin(this.display);
    await page.open(url);
    return page;
  }

  async close() {
    await Promise.all(this.#pages.map((page) => page.end()));
    await ended(this.screen);
  }
}

class WebKitPage extends Driven {
  async begin(display) {
    const port = await freePort();
    this.address = `http://127.0.0.1:${port}/session`;
    // there is neither Wayland, nor a bus for accessibility, nor a graphics card
    const env = { ...process.env, DISPLAY: display, GDK_BACKEND: "x11", NO_AT_BRIDGE: "1", WEBKIT_DISABLE_DMABUF_RENDERER: "1" };
    this.driver = begun("WebKitWebDriver", [`--port=${port}`], { stdio: "ignore", env });
    const failed = new Promise((_, reject) => this.driver.on("error", reject));
    failed.catch(() => undefined);
    const ready = () => fetch(`http://127.0.0.1:${port}/status`).then(({ ok }) => ok, () => false);
    await Promise.race([until(ready, WITHIN), failed]);
    const options = { binary: browserOf(), args: ["--automation"] };
    // not waiting for the page, so that what it complains of is heard from the first
    const alwaysMatch = { pageLoadStrategy: "none", "webkitgtk:browserOptions": options };
    const { sessionId, capabilities } = await this.#request("", { capabilities: { alwaysMatch } });
    this.address += `/${sessionId}`;
    this.version = capabilities.browserVersion;
    await this.#request("/window/rect", { width: 1280, height: 900 });
  }

  async open(url) {
    await this.#request("/url", { url });
    const listen = `
      if (!location.href.startsWith(${JSON.stringify(new URL(url).origin)})) return false;
      if (window.complaints) return true;
      window.complaints = [];
      const heard = (text) => window.complaints.push(text);
      // a stack has no message here
      addEventListener("error", (event) => heard(event.message + "\\n" + event.error?.stack));
      addEventListener("unhandledrejection", ({ reason }) => heard(reason + "\\n" + reason?.stack));
      addEventListener("securitypolicyviolation", (event) => heard("policy: " + event.effectiveDirective + " forbids " + event.blockedURI));
      const { error } = console;
      console.error = (...said) => {
        heard(said.join(" "));
        error.apply(console, said);
      };
      return true;`;
    await until(() => this.#script(listen));
  }

  async #request(path, body) {
    const method = body ? "POST" : "DELETE";
    const init = { method, signal: AbortSignal.timeout(WITHIN), ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(this.address + path, init);
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  }

  #script(script) {
    return this.#request("/execute/sync", { script, args: [] });
  }

  value(expression) {
    return this.#script(`return (${expression});`);
  }

  /** Clicks with the mouse on the middle of the first such element, when it is there. */
  async click(selector) {
    await this.sees(selector);
    const origin = await this.#request("/element", { using: "css selector", value: selector });
    const actions = [
      { type: "pointerMove", x: 0, y: 0, duration: 0, origin },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.#request("/actions", { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
  }

  async end() {
    // a browser that is not told remains
    if (this.version !== undefined) await this.#request("").catch(() => undefined);
    if (this.driver) await ended(this.driver);
  }
}
