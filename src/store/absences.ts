import { NotFoundError } from "../service/errors";
import { type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { defaultFreshness, freshnessOf, isYounger } from "./freshness";
import { type GuardWrite, Journal, type JournalLine } from "./journal";

/** A 404, and when it was received. */
interface Absence {
  readonly request: string;
  readonly fetchedAtMs: number;
}

/** A day: long enough to resume an interrupted fetch, short enough that new series are found soon. */
const absentForMs = 24 * 60 * 60 * 1000;

/** The series that one owner's service did not have as of a final instant, in one file on this computer. */
export class Absences {
  private readonly journal: Journal<Absence>;

  constructor(file: string, guard?: GuardWrite) {
    this.journal = new Journal(file, absenceOf, guard);
  }

  /** The 404 for a series, if it is not too old. */
  async get(reference: SeriesRef): Promise<NotFoundError | undefined> {
    await this.journal.update();
    const known = this.journal.get(referencePath(reference));
    if (known === undefined || !isRecent(known)) return undefined;
    const { request } = known;
    return new NotFoundError({ request, attempts: 0 }, { status: 404, body: "", detail: "" });
  }

  /** @throws as the file system does. */
  async add(reference: SeriesRef, { request }: NotFoundError): Promise<void> {
    const fetchedAtMs = Date.now();
    const freshness = freshnessOf(reference, { fetchedAtMs }, fetchedAtMs, defaultFreshness);
    if (freshness !== "final") return;
    await this.journal.append({ subject: referencePath(reference), fetchedAtMs, value: request });
  }
}

function absenceOf({ value, fetchedAtMs }: JournalLine): Absence | undefined {
  const isUsable = typeof value === "string" && isRecent({ fetchedAtMs });
  return isUsable ? { request: value, fetchedAtMs } : undefined;
}

function isRecent(absence: { readonly fetchedAtMs: number }): boolean {
  return isYounger(absence, Date.now(), absentForMs);
}
