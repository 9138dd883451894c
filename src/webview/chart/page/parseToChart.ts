import { type ToChart } from "../../../shared/chart/chartProtocol";

type Check = (value: unknown) => boolean;

/** A message that the page does not know, or that is not made as agreed. */
export class MessageError extends Error {
  override readonly name = "MessageError";
}

/**
 * A message of the editor.
 *
 * @throws {@link MessageError} for any other value; it names the type of the message, never what it holds.
 */
export function parseToChart(message: unknown): ToChart {
  if (isToChart(message)) return message;
  const type = isRecord(message) && typeof message["type"] === "string" ? message["type"] : "?";
  throw new MessageError(`The chart does not know this message: ${type.slice(0, 40)}`);
}

const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";
const isNumber: Check = (value) => Number.isFinite(value);
const isInt32Array: Check = (value) => value instanceof Int32Array;
const isFloat64Array: Check = (value) => value instanceof Float64Array;

const isAction = oneOf("retry", "openCached", "enterKey", "diagnose", "showLog");

const isIdentity = shape({
  service: isText,
  isSample: isFlag,
  subject: isText,
  variant: isText,
  dataKind: orNull(oneOf("SNAP", "FIT")),
  asOf: orNull(isText),
  path: isText,
});

const isColumn = shape({
  name: isText,
  label: isText,
  component: orNull(isText),
  values: isFloat64Array,
});

const isData = shape({
  unit: oneOf("score", "fraction"),
  latestAsOf: orNull(isText),
  fetchedAtMs: isNumber,
  staleBecause: orNull(isText),
  repairs: listOf(isText),
  days: isAscending,
  columns: listOf(isColumn),
  mismatches: listOf(shape({ component: isText, rows: isInt32Array })),
  slice: orNull(shape({ words: isText, lastDay: orNull(isNumber), percentiles: isFloat64Array })),
});

const isFailure = orNull(shape({ message: isText, actions: listOf(isAction) }));

const isOutline = shape({
  id: isText,
  role: oneOf("part", "kind", "vintage"),
  family: oneOf("signal", "forecast"),
  title: isText,
  identity: isIdentity,
  isLoading: isFlag,
  failure: isFailure,
});
const hasData = shape({ data: orNull((value) => isData(value) && haveOneLength(value)) });
const hasTold = shape({ data: oneOf("unchanged") });
const isPart: Check = (value) => isOutline(value) && hasData(value);
const isToldPart: Check = (value) => isOutline(value) && (hasTold(value) || hasData(value));

const isPanel = shape({
  identity: isIdentity,
  asOf: orNull(isText),
  fetchedAtMs: orNull(isNumber),
  coverage: isText,
  beyond: isNumber,
  staleBecause: orNull(isText),
  progress: orNull(shape({ done: isNumber, of: isNumber })),
  failure: isFailure,
});
const hasParts = shape({ parts: (value) => Array.isArray(value) && value.length > 0 });

const isFoundSeries = shape({ id: isText, label: isText, description: isText });

const isKindComparison = shape({ isKindCompared: oneOf(true) });
const isVintageComparison = shape({ vintage: isText });
const isComparison: Check = (value) => {
  const isOne = isRecord(value) && Object.keys(value).length === 1;
  return isOne && (isKindComparison(value) || isVintageComparison(value));
};

const hasGeneration = shape({ generation: isNumber });
const hasPanel = shape({ panel: isPanel });
const isShow = shape({
  generation: isNumber,
  title: isText,
  isSample: isFlag,
  canUndo: isFlag,
  parts: listOf(isPart),
  panel: orNull(isPanel),
});

const checks: Readonly<Record<ToChart["type"], Check>> = {
  show: (value) => isShow(value) && (hasParts(value) || hasPanel(value)),
  part: shape({ generation: isNumber, part: isToldPart }),
  panel: (value) => hasGeneration(value) && hasPanel(value),
  found: shape({ generation: isNumber, text: isText, rows: listOf(isFoundSeries), note: isText }),
  compareWith: shape({ generation: isNumber, comparison: isComparison }),
  told: shape({ words: isText }),
};

function isToChart(message: unknown): message is ToChart {
  if (!isRecord(message)) return false;
  const check = Object.entries(checks).find(([type]) => type === message["type"])?.[1];
  return check?.(message) === true;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function shape(fields: Readonly<Record<string, Check>>): Check {
  return (value) =>
    isRecord(value) && Object.entries(fields).every(([name, check]) => check(value[name]));
}

function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

function oneOf(...words: readonly unknown[]): Check {
  return (value) => words.includes(value);
}

function isAscending(value: unknown): boolean {
  if (!(value instanceof Int32Array)) return false;
  for (let row = value.length - 1; row > 0; row--) {
    if ((value[row] ?? 0) <= (value[row - 1] ?? 0)) return false;
  }
  return true;
}

/** Each column has a value for each day. */
function haveOneLength(data: unknown): boolean {
  if (!isRecord(data) || !(data["days"] instanceof Int32Array)) return false;
  const length = data["days"].length;
  const hasLength = shape({ length: (value) => value === length });
  return listOf(shape({ values: hasLength }))(data["columns"]);
}
