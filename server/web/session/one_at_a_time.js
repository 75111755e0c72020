// @ts-check
/** Work that is asked for again and again, and is done once at a time with nothing forgotten. Pure. */

/**
 * What does `work` when it is called. Called while that goes on, it does it once more afterwards, since what has
 * happened meanwhile may not be in what is being read; whoever called waits for that.
 * @param {() => Promise<void>} work
 * @returns {() => Promise<void>} rejects as `work` does; what was asked for meanwhile is done all the same
 */
export function oneAtATime(work) {
  /** @type {Promise<void> | null} */
  let running = null;
  /** @type {Promise<void> | null} */
  let next = null;
  const run = () => {
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (next) return next;
    if (!running) return run();
    const then = () => {
      next = null;
      return run();
    };
    next = running.then(then, then);
    return next;
  };
}
