/** For so long at a time work goes on; the rest of a frame is for what a person does. */
const pieceMs = 5;

/**
 * Does work in pieces, so that the page answers while it goes on: the first ones at once, which is all that there is of
 * short work, the others in tasks of their own.
 *
 * @param done - Called with what it comes to, at once where nothing is left to do.
 * @returns Ends the work; `done` is not called any more.
 */
export function inPieces<T>(work: Generator<void, T>, done: (result: T) => void): () => void {
  // Unlike a timer, a message comes at once.
  const { port1, port2 } = new MessageChannel();
  const goOn = (): void => {
    const end = performance.now() + pieceMs;
    do {
      const step = work.next();
      if (step.done === true) {
        port1.close();
        done(step.value);
        return;
      }
    } while (performance.now() < end);
    port2.postMessage(null);
  };
  port1.onmessage = goOn;
  goOn();
  return () => {
    port1.onmessage = null;
    port1.close();
  };
}
