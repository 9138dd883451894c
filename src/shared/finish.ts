/** The result of work that is done in pieces, without the pauses between them: those are for threads on which others wait. */
export function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
