import { editorVersions } from "./editorVersion";
import { hostSetting } from "./hostResult";

/**
 * A `describe` block about what does not depend on the version of VS Code, such as written files and requests: the oldest
 * supported version goes without it.
 */
export function describeInNewest(title: string, tests: (this: Mocha.Suite) => void): void {
  if (hostSetting().editorVersion !== editorVersions.min) describe(title, tests);
}
