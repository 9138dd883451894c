/** The context of a menu: what the editor knows of the resource in a tab, and keys of its own. */
export type MenuContext = Readonly<Record<string, string | boolean>>;

/**
 * Whether a `when` clause holds. Reads the operators that the manifest uses, in the editor's order: `||` binds less than
 * `&&`, and a group stands only behind `!`.
 *
 * @throws Error for any other text.
 */
export function holds(clause: string, context: MenuContext): boolean {
  return clause
    .split(" || ")
    .some((all) => all.split(" && ").every((term) => termHolds(term, context)));
}

function termHolds(term: string, context: MenuContext): boolean {
  const negated = /^!\((.+)\)$/.exec(term) ?? /^!([\w.]+)$/.exec(term);
  if (negated?.[1] !== undefined) return !termHolds(negated[1], context);
  const [, key = "", operator = "", operand = ""] =
    /^([\w.-]+)(?: (==|!=|=~|in) (\S+))?$/.exec(term) ?? [];
  const value = context[key] ?? "";
  switch (operator) {
    case "==":
      return String(value) === operand;
    case "!=":
      return String(value) !== operand;
    case "=~":
      return patternOf(operand).test(String(value));
    case "in":
      return context[`${key} in ${operand}`] === true;
    default:
      if (key === "") throw new Error(`not a term: ${term}`);
      return key === "true" || (key !== "false" && value !== false && value !== "");
  }
}

function patternOf(text: string): RegExp {
  const [, source] = /^\/(.+)\/$/.exec(text) ?? [];
  if (source === undefined) throw new Error(`not a pattern: ${text}`);
  return new RegExp(source);
}
