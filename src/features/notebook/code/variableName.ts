import { type AsOf, dayOfInstant, isEndOfDay } from "../../../shared/instant";
import { isoOfDay } from "../../../shared/day";
import { type Reference } from "../../../shared/reference";
import { referencePath } from "../../../shared/referencePath";

const longestName = 60;

/**
 * The variable name of a reference's table: `infl_v2_us_fit`, `infl_v2_all_country_iso_fit`, `spx_usd_12_months`. An
 * ASCII name that is valid in Python, R and DuckDB, and a reserved word in none of them. Independent of the as-of, so
 * that code that uses it works after a refresh; a name that does not contain all texts ends with a digest of them.
 *
 * @param others - The references beside it. If one of them is the same series as of another time, the name ends with
 *   the as-of, `infl_v2_us_fit_20240628`.
 */
export function variableName(reference: Reference, others: readonly Reference[] = []): string {
  const name = nameWithoutAsOf(reference);
  if (reference.family === "forecast") return name;
  const { asOf } = reference;
  const path = withoutAsOf(reference);
  const isAmbiguous = others.some(
    (other) => other.family !== "forecast" && other.asOf !== asOf && withoutAsOf(other) === path,
  );
  return isAmbiguous ? `${name}_${asOfWord(asOf)}` : name;
}

/** `20240628` for the end of a day, else `20240628t120000z`. */
function asOfWord(asOf: AsOf): string {
  if (asOf === "latest" || !isEndOfDay(asOf)) return asOf.toLowerCase();
  return isoOfDay(dayOfInstant(asOf)).replaceAll("-", "");
}

function nameWithoutAsOf(reference: Reference): string {
  const words = nameParts(reference);
  const name = words.map(({ shown }) => shown).join("_");
  const start = /^[a-z]/.test(name) ? name : `x${name}`;
  if (words.every(({ isWhole }) => isWhole) && start.length <= longestName) return start;
  const end = `_${digestOf(withoutAsOf(reference))}`;
  return start.slice(0, longestName - end.length).replace(/_$/, "") + end;
}

interface Word {
  readonly shown: string;
  readonly isWhole: boolean;
}

function nameParts(reference: Reference): Word[] {
  if (reference.family === "forecast") {
    const { market, currency, horizon } = reference;
    return [word(market), word(currency), word(horizon)];
  }
  const { family, code, version, tags, dataKind } = reference;
  const sets: Readonly<Record<string, string | readonly string[]>> = tags;
  const values = Object.entries(sets).flatMap(([kind, set]) => {
    return family === "panel" && set === "*" ? [allWord(kind)] : [set].flat().map(word);
  });
  return [word(code), word(`v${version}`), ...values, word(dataKind)];
}

/** Includes the kind: all countries are not all sectors. */
function allWord(kind: string): Word {
  return word(`all ${kind.replaceAll("_", " ")}`);
}

/** People can infer upper case, lower case, and capitalised words from lower case. */
function word(text: string): Word {
  const letters = text.normalize("NFKD").replace(/\p{Mark}+/gu, "");
  const plain = letters.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_|_$/g, "");
  return {
    shown: plain === "" ? "x" : plain.toLowerCase(),
    isWhole: /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/.test(text),
  };
}

function withoutAsOf(reference: Reference): string {
  return referencePath(
    reference.family === "forecast" ? reference : { ...reference, asOf: "latest" },
  );
}

/** FNV-1a with 32 bits: enough to distinguish the few names of a notebook. Source: draft-eastlake-fnv-17 §2. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
