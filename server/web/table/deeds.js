// @ts-check
/** What a player does at a game: every command names the position or the marks that he has seen. */

import { say } from "../dom.js";
import { stoneAt } from "../game/board.js";
import { isSealing, proposable } from "../game/breaks.js";
import { other, vertexOf } from "../game/vertex.js";
import { confirm } from "../shell/dialog.js";
import { settings } from "../shell/settings.js";
import { stateText } from "../words/game.js";
import { refusal } from "../words/refusal.js";
import { t } from "../words/words.js";
import { openProposals, proposalName } from "./breaks.js";
import { toTakeBack } from "./controls.js";

/**
 * @typedef {import("../game/view.js").View} View
 * @typedef {import("../game/vertex.js").Colour} Colour
 * @typedef {"mouse" | "touch" | "keyboard"} How
 * @typedef {{point: number, colour: Colour, sent: boolean, how: How, at: number}} Choice `at` on the page's
 *   monotonic clock, ms
 */

/** A second touch that comes sooner, ms, is the rest of the first: nobody has looked in between. */
const LOOKED = 350;

export class Deeds {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * A point of the board was meant.
   * @param {number} index
   * @param {How} how
   */
  point(index, how) {
    const { table } = this;
    const { view, me } = table;
    if (!view || !me) return;
    if (table.mayMark()) return void this.#mark(index);
    if (!table.mayPlay()) {
      if (table.back === null && view.phase === "playing" && how === "keyboard") say(table.notice, stateText(view));
      return;
    }
    const asks = settings.confirm === "always" || (settings.confirm === "touch" && how === "touch");
    if (asks && table.choice?.point !== index) return this.aim(index, how);
    if (how === "touch" && table.choice && performance.now() - table.choice.at < LOOKED) return;
    void this.#play(index, me);
  }

  /**
   * Chooses a point, to be played by a second deed.
   * @param {number} point
   * @param {How} how
   */
  aim(point, how) {
    const { table } = this;
    const { view, me } = table;
    if (!view || !me || !table.mayPlay() || stoneAt(view.board, point) !== null) return;
    table.choice = { point, colour: me, sent: false, how, at: performance.now() };
    const vertex = vertexOf(view.setup.size, point);
    say(table.heard, isSealing(view) ? t("page-seal-there", { vertex }) : t("page-play-there", { vertex }));
    table.draw();
  }

  /**
   * Moves the stone that is chosen to the next empty point of a direction.
   * @param {number} dx
   * @param {number} dy
   */
  #nudge(dx, dy) {
    const { view, choice } = this.table;
    if (!view || !choice) return;
    const { width, height } = view.setup.size;
    let [x, y] = [choice.point % width, Math.floor(choice.point / width)];
    do {
      x += dx;
      y += dy;
    } while (x >= 0 && x < width && y >= 0 && y < height && stoneAt(view.board, y * width + x) !== null);
    if (x >= 0 && x < width && y >= 0 && y < height) this.aim(y * width + x, choice.how);
  }

  /**
   * @param {number} index
   * @param {Colour} me
   */
  async #play(index, me) {
    const { table } = this;
    const { view } = table;
    if (!view || !table.mayPlay()) return;
    /** @type {Choice} */
    const choice = { point: index, colour: me, sent: true, how: table.choice?.how ?? "mouse", at: performance.now() };
    if (stoneAt(view.board, index) === null) table.choice = choice;
    const vertex = vertexOf(view.setup.size, index);
    // what the way takes is given back within bounds
    const lag = Math.round(table.app.connection.roundTrip);
    const type = isSealing(view) ? "seal" : "play";
    await this.#send({ type, vertex, after: view.seq, head: view.head, ...(lag > 0 && { lag }) }, vertex);
    if (table.choice === choice) table.choice = null;
    table.draw();
  }

  /** @param {number} index */
  async #mark(index) {
    const { view } = this.table;
    if (!view?.scoring || stoneAt(view.board, index) === null) return;
    const vertex = vertexOf(view.setup.size, index);
    const dead = !view.scoring.dead.includes(vertex);
    await this.#send({ type: "mark", vertex, dead, revision: view.scoring.revision }, vertex);
  }

  /**
   * Sends a command about this game; a refusal is told.
   * @param {any} request
   * @param {string} what
   */
  async #send(request, what) {
    const { table } = this;
    const { connection } = table.app;
    table.busy = true;
    say(table.notice, connection.state === "up" ? "" : t("page-sent-later", { what }));
    table.draw();
    const { error } = await connection.ask({ ...request, game: table.game });
    table.busy = false;
    if (error?.code === "seat_taken") connection.displaced.add(table.game);
    if (error) say(table.notice, t("page-refused", { what, why: refusal(error) }));
    table.draw();
    return error === undefined;
  }

  /**
   * @param {import("../game/breaks.js").Proposal} proposal
   * @param {string | null} resumeAt
   */
  async #propose(proposal, resumeAt) {
    const { view } = this.table;
    if (!view) return;
    const when = resumeAt === null ? {} : { resume_at: resumeAt };
    await this.#send({ type: "propose", proposal, ...when, after: view.seq, head: view.head }, proposalName(proposal));
  }

  /** Challenges the same opponent. */
  async #again() {
    const { table } = this;
    const { view, me } = table;
    if (!view || !me) return;
    const { app } = table;
    const form = await import("../lobby/form.js").catch(() => null);
    if (!form) return say(table.notice, t("page-unreachable"));
    const person = { account: view.setup.players[other(me)], name: view.names[other(me)] };
    form.openOfferForm(app, () => app.head?.tell(t("page-offer-open"), "#/"), person);
  }

  /** @returns {import("./controls.js").Does} */
  all() {
    const { table } = this;
    const now = () => /** @type {View} */ (table.view);
    const position = () => ({ after: now().seq, head: now().head });
    return {
      play: () => void (table.choice && table.me && this.#play(table.choice.point, table.me)),
      drop: () => {
        table.choice = null;
        table.draw();
      },
      nudge: (dx, dy) => this.#nudge(dx, dy),
      pass: async () => {
        // of the position that was seen when the question was asked
        const [seen, seals] = [position(), isSealing(now())];
        const pass = seals ? t("page-seal-pass") : t("page-pass");
        if (settings.confirm !== "never" && !(await confirm(t("page-question-pass"), pass))) return;
        await this.#send({ type: seals ? "seal" : "play", vertex: "pass", ...seen }, pass);
      },
      resign: async () => {
        if (!(await confirm(t("page-question-resign"), t("page-resign")))) return;
        await this.#send({ type: "resign" }, t("page-resign"));
      },
      undo: async () => {
        const moves = table.me ? toTakeBack(now(), table.me) : 0;
        await this.#send({ type: "request_undo", moves, ...position() }, t("page-undo"));
      },
      answerUndo: async (accept) => {
        await this.#send({ type: "answer_undo", accept, ...position() }, t("page-undo"));
      },
      ask: () => {
        const proposals = proposable(now()).filter((proposal) => proposal !== "go_on");
        openProposals(now(), proposals, (proposal, resumeAt) => void this.#propose(proposal, resumeAt));
      },
      propose: (proposal) => void this.#propose(proposal, null),
      answer: async (accept) => {
        await this.#send({ type: "answer", accept, ...position() }, t("page-ask"));
      },
      accept: async () => {
        await this.#send({ type: "accept", revision: now().scoring?.revision ?? 0 }, t("page-accept"));
      },
      resume: async () => {
        await this.#send({ type: "resume" }, t("page-resume"));
      },
      takeSeat: async () => {
        if (await this.#send({ type: "take_seat" }, t("page-take-seat"))) table.app.connection.displaced.delete(table.game);
        table.draw();
      },
      live: () => table.look(now().moves.length),
      again: () => void this.#again(),
      lobby: () => {
        location.hash = "#/";
      },
    };
  }
}
