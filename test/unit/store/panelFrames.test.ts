import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { type PanelVariantFrame } from "../../../src/store/panel";
import { deferred } from "../../support/deferred";
import {
  PanelService,
  answerUsual,
  countryNames,
  panelOf,
  valueOf,
} from "../../support/panelService";
import { until } from "../../support/until";

describe("the frames of a panel that is being fetched", () => {
  let service: PanelService;

  beforeEach(async () => {
    service = await PanelService.start();
  });
  afterEach(() => service.stop());

  it("are there before the last has come, in the order of the variants", async () => {
    const gate = deferred<undefined>();
    service.answer = (country, request, response) => {
      // Holds back one in the middle, too, behind which others come.
      const held = { C002: 100, C039: undefined }[country];
      if (country === "C039") void gate.promise.then(() => answerUsual(country, request, response));
      else setTimeout(() => answerUsual(country, request, response), held ?? 0);
    };
    const seen: PanelVariantFrame[] = [];
    let followed: Promise<void> | undefined;
    const onFrames = (frames: AsyncIterable<PanelVariantFrame>): void => {
      const follow = async (): Promise<void> => {
        for await (const each of frames) {
          seen.push(each);
          // Two are on their way while one is used.
          if (seen.length === 37) gate.resolve(undefined);
        }
      };
      followed = follow();
    };
    const panel = await service.panels.panel(panelOf(), { onFrames });
    await followed;
    assert.deepEqual(
      seen.map(({ variant }) => variant),
      panel.variants,
    );
    assert.deepEqual(
      seen.map(({ frame }) => frame.columns[0]?.values[0]),
      service.countries.map(valueOf),
    );
  });

  it("are asked for no further while who uses them is far behind", async () => {
    service.countries = countryNames(100);
    const used = deferred<undefined>();
    const frames = deferred<AsyncIterable<PanelVariantFrame>>();
    const fetching = service.panels.panel(panelOf(), { onFrames: (each) => frames.resolve(each) });
    const seen: PanelVariantFrame[] = [];
    const follow = async (): Promise<void> => {
      for await (const frame of await frames.promise) {
        seen.push(frame);
        await used.promise;
      }
    };
    const following = follow();
    await until("requests", () => (service.asked().length >= 20 ? true : undefined));
    await sleep(100);
    // The first of latest, those that were taken or are on their way, as many behind, and as many at once.
    assert.ok(service.asked().length <= 1 + 4 + 17 + 16, `${service.asked().length} requests`);
    used.resolve(undefined);
    assert.equal((await fetching).variants.length, 100);
    await following;
    assert.equal(seen.length, 100);
  });
});
