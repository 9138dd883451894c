/** For a `describe` block whose tests go on where the one before ended: behind a failed one the others are skipped. */
export function skipAfterFailure(): void {
  let hasFailed = false;
  beforeEach("go on only after success", function () {
    if (hasFailed) this.skip();
  });
  afterEach("remember a failure", function () {
    if (this.currentTest?.state === "failed") hasFailed = true;
  });
}
