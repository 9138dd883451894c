import * as vscode from "vscode";
import { placeOfUri, type Target } from "../../shared/place";
import { type ServiceOpenable } from "../../shared/openable";
import { type PanelSubject } from "../../catalog/panelStart";
import { latestPlaceOfUri } from "../latest/model/latestPlace";

/** Something of a connection's service that a link can open. */
export interface Linked {
  readonly connectionId: string;
  readonly openable: ServiceOpenable;
}

const pageOf = { signals: "latest", forecasts: "explorer", changes: "changes" } as const;

/** The page or the part of a series that a tab shows; undefined for whole series. */
export function linkedOfTab(uri: unknown): Linked | undefined {
  if (!(uri instanceof vscode.Uri)) return undefined;
  const latest = latestPlaceOfUri(uri.toString());
  if (latest !== undefined) {
    const { connectionId, of } = latest;
    return { connectionId, openable: { kind: "page", page: pageOf[of] } };
  }
  const { connectionId, reference, slice } = placeOfUri(uri.toString()) ?? {};
  if (connectionId === undefined || reference === undefined || slice === undefined)
    return undefined;
  return { connectionId, openable: { kind: "reference", reference, slice } };
}

/** The profile that a row of a tag value stands for. */
export function linkedOfProfile(subject: PanelSubject | undefined): Linked | undefined {
  const [pair, ...others] = Object.entries(subject?.chosen ?? {});
  if (subject === undefined || subject.signal !== undefined) return undefined;
  if (pair === undefined || others.length > 0) return undefined;
  const { connectionId, dataKind } = subject;
  const [tagKind = "", value = ""] = pair.map((name) => name.normalize("NFC"));
  return { connectionId, openable: { kind: "profile", tagKind, value, dataKind } };
}

export function linkedOfTarget({ connectionId, reference }: Target): Linked {
  return { connectionId, openable: { kind: "reference", reference } };
}

/** Rows, or a document or a page, that a command was called for. */
export interface LinkSource {
  readonly rows: readonly unknown[];
  /** The subject of a row; links use those without a signal. */
  readonly subjectOf: (row: unknown) => PanelSubject | undefined;
  /** Resolves rows to series and panels; calls nothing when a question is left. */
  readonly withTargets: (
    rows: readonly unknown[],
    use: (targets: readonly Target[]) => Promise<void>,
  ) => Promise<void>;
}

/** The linkable things that rows, a document or a page show; empty if there are none. */
export async function linkedOfRows({
  rows,
  subjectOf,
  withTargets,
}: LinkSource): Promise<readonly Linked[]> {
  const whole = rows.map((row) => linkedOfTab(row) ?? linkedOfProfile(subjectOf(row)));
  const linked = whole.filter((each) => each !== undefined);
  const others = rows.filter((_, at) => whole[at] === undefined);
  if (others.length === 0) return linked;
  await withTargets(others, (targets) => {
    linked.push(...targets.map(linkedOfTarget));
    return Promise.resolve();
  });
  return linked;
}
