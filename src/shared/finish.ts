/** Runs work in pieces without pausing between them, and returns its result; pauses matter only where others wait. */
export function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
