import assert from "node:assert/strict";
import fc from "fast-check";
import {
  offlinePaths,
  parsePinLine,
  parsePins,
  type PinEntry,
  pinLine,
  type PinPlace,
  withFolder,
  withMoved,
  withName,
  withOffline,
  withoutPins,
  withPins,
  withRecent,
} from "../../../src/shared/pins";
import { openables } from "../../support/references";
import { runs } from "../../support/propertyRuns";

const acme = "https://api.acme.com/prefix";
const us = `signals/INFL/2/country_iso=US/FIT/latest @ ${acme}`;
const de = `signals/INFL/2/country_iso=DE/FIT/latest @ ${acme}`;
const chart = "charts/research/inflation.macrochart.json";

const lines: fc.Arbitrary<string> = fc
  .tuple(openables, fc.constantFrom("sample", acme))
  .map(([openable, service]) =>
    pinLine(openable.kind === "savedChart" ? { openable } : { openable, service }),
  );
const anything = fc.oneof(
  lines,
  fc.jsonValue({ maxDepth: 2 }),
  fc.record({ name: fc.string(), pin: lines }),
);
const entries = fc.oneof(
  anything,
  fc.record({ name: fc.string(), pins: fc.array(anything, { maxLength: 4 }) }),
);
const settings = fc.array(entries, { maxLength: 6 });

function placesOf(setting: unknown): readonly PinPlace[] {
  const below = (each: PinEntry): readonly PinPlace[] => (each.type === "folder" ? each.pins : []);
  return parsePins(setting).flatMap((each) => [each, ...below(each)]);
}

/** All entries that are no folders, in any order. */
function leavesOf(setting: unknown): readonly string[] {
  return parsePins(setting)
    .flatMap((each) => (each.type === "folder" ? each.pins : [each]))
    .map(({ entry }) => JSON.stringify(entry))
    .sort();
}

function placeAt(setting: unknown, index: number): PinPlace {
  const place = placesOf(setting)[index];
  assert.ok(place);
  return place;
}

describe("pins", () => {
  it("are lines that read back as the same", () => {
    fc.assert(
      fc.property(lines, (line) => {
        const pinned = parsePinLine(line);
        assert.ok(typeof pinned === "object", line);
        assert.equal(pinLine(pinned), line);
      }),
      { numRuns: runs() },
    );
  });

  it("are read from anything, and every entry stays in its place", () => {
    fc.assert(
      fc.property(fc.oneof(settings, fc.jsonValue()), (setting) => {
        const read = parsePins(setting);
        const whole = Array.isArray(setting) ? setting : setting === null ? [] : [setting];
        assert.deepEqual(
          read.map(({ entry }) => entry),
          whole,
        );
        for (const { at, entry } of placesOf(setting)) {
          const [first, second] = at;
          const top: unknown = whole[first];
          const pins = second === undefined ? [] : (top as { pins: unknown[] }).pins;
          assert.deepEqual(second === undefined ? top : pins[second], entry);
        }
      }),
      { numRuns: runs() },
    );
  });

  it("are removed and moved, and all others stay byte for byte", () => {
    const choice = fc.tuple(settings, fc.array(fc.nat(), { maxLength: 3 }), fc.nat());
    fc.assert(
      fc.property(choice, ([setting, picks, goal]) => {
        const before = JSON.stringify(setting);
        const places = placesOf(setting);
        const chosen = picks.flatMap((pick) => places[pick % places.length] ?? []);
        const moved = withMoved(setting, chosen, places[goal % (places.length + 1)]);
        assert.deepEqual(leavesOf(moved), leavesOf(setting));
        const left = leavesOf(withoutPins(setting, chosen));
        const all = leavesOf(setting);
        assert.ok(left.every((each) => all.includes(each)));
        if (chosen.length === 0) assert.equal(JSON.stringify(moved), before);
        assert.equal(JSON.stringify(setting), before);
      }),
      { numRuns: runs() },
    );
  });

  it("are named and lose their name again", () => {
    const setting = [de, { name: "US", pins: [us, 7] }];
    const named = withName(setting, placeAt(setting, 2), "United States");
    assert.deepEqual(named, [de, { name: "US", pins: [{ name: "United States", pin: us }, 7] }]);
    const [, folder] = parsePins(named);
    assert.ok(folder?.type === "folder" && folder.pins[0]?.type === "pin");
    assert.equal(folder.pins[0].name, "United States");
    assert.deepEqual(withName(named, placeAt(named, 2), ""), setting);
    assert.deepEqual(withName(setting, placeAt(setting, 1), "America"), [
      de,
      { name: "America", pins: [us, 7] },
    ]);
  });

  it("are added once, also to a folder", () => {
    const setting = withFolder([us], "Germany");
    const folder = placeAt(setting, 1);
    assert.deepEqual(withPins(setting, [us, de, de], folder), [
      us,
      { name: "Germany", pins: [de] },
    ]);
    assert.deepEqual(withPins(undefined, [us, chart]), [us, chart]);
    // What is no list is an entry of one.
    assert.deepEqual(withPins({ us: 1 }, [us]), [{ us: 1 }, us]);
  });

  it("are moved to the place of another one, into a folder and out of it", () => {
    const setting = ["a", "b", "c", { name: "F", pins: ["d"] }];
    const at = (index: number): PinPlace => placeAt(setting, index);
    const folder = { name: "F", pins: ["d"] };
    assert.deepEqual(withMoved(setting, [at(2)], at(0)), ["c", "a", "b", folder]);
    assert.deepEqual(withMoved(setting, [at(0)], at(1)), ["b", "a", "c", folder]);
    assert.deepEqual(withMoved(setting, [at(4)]), ["a", "b", "c", { name: "F", pins: [] }, "d"]);
    assert.deepEqual(withMoved(setting, [at(0), at(1)], at(3)), [
      "c",
      { name: "F", pins: ["d", "a", "b"] },
    ]);
    assert.deepEqual(withMoved(setting, [at(0)], at(4)), [
      "b",
      "c",
      { name: "F", pins: ["a", "d"] },
    ]);
    assert.deepEqual(withMoved(setting, [at(3)], at(4)), setting);
    assert.deepEqual(withMoved(setting, [at(3)], at(0)), [folder, "a", "b", "c"]);
  });

  it("are found where they stand when another window has changed the setting", () => {
    const place = placeAt([us, de], 1);
    assert.deepEqual(withoutPins([chart, us, { name: "F", pins: [de] }], [place]), [
      chart,
      us,
      { name: "F", pins: [] },
    ]);
    assert.deepEqual(withoutPins([us], [place]), [us]);
  });

  const unreadable: [entry: unknown, problem: string][] = [
    ["", "line"],
    [7, "form"],
    [null, "form"],
    [[us], "form"],
    [{ name: "US" }, "form"],
    [{ name: "", pin: us }, "name"],
    [{ pins: [] }, "name"],
    [{ name: "F", pins: us }, "form"],
    ["signals/INFL/2/country_iso=US/FIT/latest", "service"],
    [`signals/INFL/02/country_iso=US/FIT/latest @ ${acme}`, "line"],
    ["pages/latest @ a b", "service"],
    [`${chart} @ ${acme}`, "service"],
    ["charts/../secret.macrochart.json", "line"],
    [` ${us}`, "line"],
    [`${us} ${"x".repeat(4_000)}`, "service"],
  ];
  for (const [entry, problem] of unreadable) {
    it(`are unreadable as ${JSON.stringify(entry).slice(0, 60)}`, () => {
      const [read] = parsePins([entry]);
      assert.ok(read?.type === "unreadable");
      assert.equal(read.problem, problem);
    });
  }

  it("hold one level of folders", () => {
    const [folder] = parsePins([{ name: "F", pins: [{ name: "G", pins: [us] }, us] }]);
    assert.ok(folder?.type === "folder");
    assert.deepEqual(
      folder.pins.map((each) => (each.type === "unreadable" ? each.problem : each.type)),
      ["folder", "pin"],
    );
  });

  it("are marked as kept offline, alone or with their folder, and lose the mark again", () => {
    const folder = { name: "F", pins: [de, { name: "N", pin: us }, "not a line"] };
    const setting = [us, folder, { odd: 1 }];
    const [first, second, third] = [0, 1, 5].map((index) => placeAt(setting, index));
    assert.ok(first && second && third);
    const marked = withOffline(setting, [first, second, third], true);
    assert.deepEqual(marked, [
      { pin: us, offline: true },
      {
        name: "F",
        pins: [{ pin: de, offline: true }, { name: "N", pin: us, offline: true }, "not a line"],
      },
      { odd: 1 },
    ]);
    assert.deepEqual([...offlinePaths(marked)], [us.split(" @ ")[0], de.split(" @ ")[0]]);
    assert.deepEqual(leavesOf(withOffline(marked, placesOf(marked), false)), leavesOf(setting));
    const named = withName(
      [{ pin: us, offline: true }],
      placeAt([{ pin: us, offline: true }], 0),
      "A",
    );
    assert.deepEqual(named, [{ pin: us, offline: true, name: "A" }]);
    assert.deepEqual(withName(named, placeAt(named, 0), ""), [{ pin: us, offline: true }]);
    assert.deepEqual([...offlinePaths([{ pin: us, offline: "yes" }])], []);
  });

  it("of a chart are a folder with its name, whatever is pinned elsewhere, and only once", () => {
    const once = withFolder([us], "INFL v2 US + INFL v2 DE", [us, de]);
    assert.deepEqual(once, [us, { name: "INFL v2 US + INFL v2 DE", pins: [us, de] }]);
    assert.deepEqual(withFolder(once, "Another name", [us, de]), once);
    assert.equal(withFolder(once, "Another order", [de, us]).length, 3);
  });
});

describe("what was opened last", () => {
  const pinned = (line: string): Exclude<ReturnType<typeof parsePinLine>, string> => {
    const parsed = parsePinLine(line);
    assert.ok(typeof parsed !== "string");
    return parsed;
  };

  it("has the newest first, and each thing once", () => {
    assert.deepEqual(withRecent(undefined, [pinned(us)]), [us]);
    assert.deepEqual(withRecent([us, de], [pinned(de)]), [de, us]);
    assert.deepEqual(withRecent([chart], [pinned(us), pinned(de)]), [de, us, chart]);
  });

  it("has fifty lines at most, whatever was stored", () => {
    const many = Array.from({ length: 60 }, (_, version) => us.replace("/2/", `/${version}/`));
    assert.deepEqual(withRecent(many, [pinned(de)]), [de, ...many.slice(0, 49)]);
    assert.deepEqual(withRecent({ us }, []), []);
    assert.deepEqual(withRecent([us, 7, null], []), [us]);
  });
});
