/** 24: shorter than the keys of services, longer than codes. */
const keyForm = /^[A-Za-z0-9+/_=.~-]{24,}$/;
const identifier = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const extension = /\.[a-z]{1,10}$/;

/**
 * Whether a value may be an API key: a text without blanks that has a long run of letters and digits in no recognizable
 * order. Paths, names of files and references may have long words.
 */
export function looksLikeKey(value: unknown): boolean {
  if (typeof value !== "string" || !keyForm.test(value)) return false;
  // Base64 has slashes too, but mostly one of its other marks beside them.
  const isPath = value.includes("/") && !value.includes("+") && !value.endsWith("=");
  const isReference = /^(?:signals|forecasts)\//.test(value);
  if (isPath || isReference || extension.test(value)) return false;
  const runs = value.split(/[^A-Za-z0-9]/);
  return (
    identifier.test(value) ||
    runs.some((run) => run.length >= 20 && /\d/.test(run) && /[a-z]/i.test(run))
  );
}
