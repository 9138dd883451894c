import { type Agent } from "undici";
import { type LongColumn, type LongPart, longLayout } from "../../src/data/table/long";
import { type Instant, asOfParameter } from "../../src/shared/instant";
import { type PanelRef } from "../../src/shared/reference";
import { type FrameWorker } from "../../src/store/frameWorker";
import { loadedAhead } from "../../src/store/loadedAhead";
import { longBlocks } from "../../src/store/tableBlocks";
import { benchKey } from "./benchStore";

/** A panel that names all that it stands for. */
export type NamedPanel = PanelRef & {
  readonly tags: Readonly<Record<string, readonly string[]>>;
  readonly asOf: Instant;
};

export const walkColumns: readonly LongColumn[] = ["Level", "Momentum", "Aggregate"].map(
  (name) => ({
    name,
    type: "number",
  }),
);

/** With the same addresses and connections, and nothing done with what comes. */
export async function bodiesAlone(agent: Agent, url: string, asked: NamedPanel): Promise<void> {
  const waiting = combinations(asked.tags).values();
  const takeAll = async (): Promise<void> => {
    for (const tags of waiting) await bodyAlone(agent, url, asked, tags);
  };
  await Promise.all(Array.from({ length: 8 }, takeAll));
}

async function bodyAlone(
  agent: Agent,
  url: string,
  { code, version, dataKind: kind, asOf }: NamedPanel,
  tags: Record<string, string>,
): Promise<Uint8Array> {
  const { origin, pathname } = new URL(`api/v3/signal/${code}/${version}/data/`, `${url}/`);
  const query = new URLSearchParams({
    ...tags,
    kind,
    as_of_utc: asOfParameter(asOf),
    fmt: "parquet",
  });
  const { statusCode, body } = await agent.request({
    origin,
    path: `${pathname}?${query.toString()}`,
    method: "GET",
    headers: { "x-api-key": benchKey },
  });
  if (statusCode !== 200) throw new Error(`${statusCode}: ${await body.text()}`);
  return new Uint8Array(await body.arrayBuffer());
}

/**
 * What nobody can leave out: fetches the bodies, decodes them in one thread, writes them in another. No check, no limit, no
 * retry, no memory of it.
 *
 * @param asOfs - Of vintages, which have a column for them; the panel's own as-of alone by default.
 */
export function blocksByHand(
  agent: Agent,
  worker: FrameWorker,
  url: string,
  asked: NamedPanel,
  asOfs?: readonly Instant[],
): AsyncGenerator<Uint8Array> {
  const layout = longLayout(
    Object.keys(asked.tags).map((name) => ({ name, type: "text" })),
    [walkColumns],
    asOfs !== undefined,
  );
  const jobs = (asOfs ?? [asked.asOf]).flatMap((asOf) =>
    combinations(asked.tags).map((tags) => ({ asOf, tags })),
  );
  const frameOf = async ({ asOf, tags }: (typeof jobs)[number]): Promise<LongPart> => {
    const bytes = await bodyAlone(agent, url, { ...asked, asOf }, tags);
    const body = {
      bytes,
      format: "parquet",
      isCloseDelimited: false,
      request: "",
      attempts: 1,
    } as const;
    const { frame } = await worker.decode(body);
    return { asOf, coordinates: Object.values(tags), frame };
  };
  const parts = loadedAhead(jobs, 8, frameOf);
  return longBlocks(worker, { format: "parquet", layout }, parts);
}

/** Of all values of the tag kinds. */
export function combinations(sets: NamedPanel["tags"]): Record<string, string>[] {
  return Object.entries(sets).reduce<Record<string, string>[]>(
    (made, [kind, values]) =>
      made.flatMap((tags) => values.map((value) => ({ ...tags, [kind]: value }))),
    [{}],
  );
}
