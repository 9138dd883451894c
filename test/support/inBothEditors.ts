const mark = "isInBothEditors";

/** Whether a bundle may have tests for both editors. Loading the others would take most of the oldest editor's time. */
export function hasTestsInBoth(bundle: string): boolean {
  return bundle.includes(mark);
}

/**
 * A `describe` block that the oldest supported VS Code runs too, because what it proves depends on the editor's version. All
 * other tests run in the newest alone.
 */
export function describeInBoth(title: string, tests: (this: Mocha.Suite) => void): void {
  Reflect.set(describe(title, tests), mark, true);
}

/** The same for one test. */
export function itInBoth(title: string, test: Mocha.AsyncFunc): void {
  Reflect.set(it(title, test), mark, true);
}

/** Takes out of a suite what only the newest VS Code runs. */
export function keepTestsInBoth(suite: Mocha.Suite): void {
  suite.tests = suite.tests.filter(isInBoth);
  for (const each of suite.suites) if (!isInBoth(each)) keepTestsInBoth(each);
}

// Tests mark with their own copy of this module, which the runner does not share.
function isInBoth(what: Mocha.Suite | Mocha.Test): boolean {
  return Reflect.get(what, mark) === true;
}
