import assert from "node:assert/strict";
import path from "node:path";
import { NotFoundError } from "../../../src/service/errors";
import { type AsOf, instantOfMs, instantOfText } from "../../../src/shared/instant";
import { signalRef } from "../../../src/shared/reference";
import { Absences } from "../../../src/store/absences";
import { Journal } from "../../../src/store/journal";
import { referencePath } from "../../../src/shared/referencePath";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const hourMs = 3_600_000;
const answer = { status: 404, body: "", detail: "" };
const error = new NotFoundError({ request: "GET /x", attempts: 1 }, answer);

describe("Absences", () => {
  let folder: TemporaryFolder;
  beforeEach(() => (folder = temporaryFolder("absences")));
  afterEach(() => folder.remove());

  const file = (): string => path.join(folder.path, "owner", "absences.journal");
  const as = (asOf: AsOf | undefined) =>
    signalRef({
      ...{ code: "INFL", version: 2, tags: { country_iso: "XK" }, dataKind: "FIT" },
      asOf: asOf ?? assert.fail(),
    });
  const ago = (ms: number) => as(instantOfMs(Date.now() - ms));

  it("has the 404s of another process, as of a final instant", async () => {
    const final = ago(49 * hourMs);
    await new Absences(file()).add(final, error);
    const known = await new Absences(file()).get(final);
    assert.ok(known instanceof NotFoundError);
    assert.equal(known.request, "GET /x");
    assert.equal(await new Absences(file()).get(ago(50 * hourMs)), undefined);
  });

  it("has nothing as of an instant at which the series may still begin", async () => {
    const absences = new Absences(file());
    for (const reference of [ago(47 * hourMs), as("latest")]) {
      await absences.add(reference, error);
      assert.equal(await absences.get(reference), undefined);
    }
  });

  it("has nothing that is older than a day", async () => {
    const reference = as(instantOfText("20240131T235959Z"));
    const journal = new Journal(file(), () => true);
    const line = { subject: referencePath(reference), value: "GET /x" };
    for (const [ageMs, isKnown] of [
      [25 * hourMs, false],
      [23 * hourMs, true],
    ] as const) {
      await journal.append({ ...line, fetchedAtMs: Date.now() - ageMs });
      assert.equal((await new Absences(file()).get(reference)) !== undefined, isKnown);
    }
  });
});
