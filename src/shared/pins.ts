import { type Openable, openableOfPath, openablePath, type ServiceOpenable } from "./openable";

/** What a line of the setting names: something of a service, or a chart of the workspace. */
export type Pinned =
  | { readonly openable: ServiceOpenable; readonly service: string }
  | { readonly openable: Extract<Openable, { kind: "savedChart" }>; readonly service?: never };

/** Where an entry stands in the setting, and what stood there: the setting may have changed since it was read. */
export interface PinPlace {
  /** Its position, below the position of its folder if it is in one. */
  readonly at: readonly [number] | readonly [number, number];
  readonly entry: unknown;
}

/** Whether a value of any origin has the form of a place; where the setting has no such entry, it is found nowhere. */
export function isPinPlace(value: unknown): value is PinPlace {
  if (!isRecord(value) || !("entry" in value)) return false;
  const { at } = value;
  return Array.isArray(at) && (at.length === 1 || at.length === 2) && at.every(Number.isInteger);
}

export interface Pin extends PinPlace {
  readonly type: "pin";
  readonly pinned: Pinned;
  /** As the person has named it. */
  readonly name?: string;
  /** Whether its series are kept offline, on each computer that has fetched them. */
  readonly isOffline: boolean;
}

/** What is wrong with an entry: its form, its path, its service, a folder in a folder, or its name. */
export type PinProblem = "form" | "line" | "service" | "folder" | "name";

/** An entry that names nothing. */
export interface UnreadablePin extends PinPlace {
  readonly type: "unreadable";
  readonly text: string;
  readonly problem: PinProblem;
}

export interface PinFolder extends PinPlace {
  readonly type: "folder";
  readonly name: string;
  readonly pins: readonly (Pin | UnreadablePin)[];
}

export type PinEntry = Pin | UnreadablePin | PinFolder;

const separator = " @ ";

/** The canonical line: `signals/INFL/2/country_iso=US/FIT/latest @ https://api.acme.com`, `charts/inflation.macrochart.json`. */
export function pinLine({ openable, service }: Pinned): string {
  const path = openablePath(openable);
  return service === undefined ? path : path + separator + service;
}

/** What a line names, or what is wrong with it. */
export function parsePinLine(text: string): Pinned | PinProblem {
  const at = text.lastIndexOf(separator);
  const openable = openableOfPath(at === -1 ? text : text.slice(0, at));
  if (openable === undefined) return "line";
  if (openable.kind === "savedChart") return at === -1 ? { openable } : "service";
  const service = at === -1 ? "" : text.slice(at + separator.length);
  return /^\S+$/.test(service) ? { openable, service } : "service";
}

/** The entries of the setting `macroSignals.pins`, which may hold anything; each entry stays in its place. */
export function parsePins(setting: unknown): readonly PinEntry[] {
  return entriesOf(setting).map((entry, at) => {
    if (!isRecord(entry) || !("pins" in entry)) return parsePin(entry, [at]);
    const { name, pins } = entry;
    if (!Array.isArray(pins)) return unreadable({ at: [at], entry }, "form");
    if (!isName(name)) return unreadable({ at: [at], entry }, "name");
    const inFolder = pins.map((each: unknown, below) => parsePin(each, [at, below]));
    return { type: "folder", at: [at], entry, name, pins: inFolder };
  });
}

/** Adds lines at the end of the setting, or of a folder; skips those that the setting has. */
export function withPins(
  setting: unknown,
  lines: readonly string[],
  folder?: PinPlace,
): readonly unknown[] {
  const nodes = nodesOf(setting);
  const known = new Set(parsePins(setting).flatMap(linesIn));
  const added = [...new Set(lines)].filter((line) => !known.has(line));
  const list = (folder && find(nodes, folder)?.node.below) ?? nodes;
  list.push(...added.map((entry) => ({ entry })));
  return entriesIn(nodes);
}

/** Adds a folder of lines at the end, whatever is pinned elsewhere; unless there is a folder of exactly these lines. */
export function withFolder(
  setting: unknown,
  name: string,
  lines: readonly string[] = [],
): readonly unknown[] {
  const isSame = (entry: PinEntry): boolean =>
    entry.type === "folder" && linesIn(entry).join("\n") === lines.join("\n");
  const isKnown = lines.length > 0 && parsePins(setting).some(isSame);
  return [...entriesOf(setting), ...(isKnown ? [] : [{ name, pins: lines }])];
}

/** Removes entries, folders with all that is in them. */
export function withoutPins(setting: unknown, places: readonly PinPlace[]): readonly unknown[] {
  const nodes = nodesOf(setting);
  take(nodes, places);
  return entriesIn(nodes);
}

/** Marks pins, and those in folders, as kept offline, or takes the mark away. */
export function withOffline(
  setting: unknown,
  places: readonly PinPlace[],
  isOffline: boolean,
): readonly unknown[] {
  const nodes = nodesOf(setting);
  const found = new Set(places.flatMap((place) => find(nodes, place)?.node ?? []));
  for (const node of [...found].flatMap((each) => each.below ?? [each])) {
    if (parsePin(node.entry, [0]).type === "pin") node.entry = marked(node.entry, isOffline);
  }
  return entriesIn(nodes);
}

/** The paths of all pins that are kept offline. */
export function offlinePaths(setting: unknown): ReadonlySet<string> {
  const pins = parsePins(setting).flatMap((each) => (each.type === "folder" ? each.pins : [each]));
  const kept = pins.flatMap((each) => (each.type === "pin" && each.isOffline ? each : []));
  return new Set(kept.map(({ pinned }) => openablePath(pinned.openable)));
}

/** Names a pin or a folder; a pin with an empty name has the one of its series again. */
export function withName(setting: unknown, place: PinPlace, name: string): readonly unknown[] {
  const nodes = nodesOf(setting);
  const { node } = find(nodes, place) ?? {};
  if (node !== undefined) node.entry = renamed(node.entry, name);
  return entriesIn(nodes);
}

/**
 * Moves entries, in their order in the setting: into a folder, to the place of another entry, or without a goal to the
 * end. A folder goes into no other.
 */
export function withMoved(
  setting: unknown,
  places: readonly PinPlace[],
  goal?: PinPlace,
): readonly unknown[] {
  const nodes = nodesOf(setting);
  const found = goal && find(nodes, goal);
  const wereAt = nodes.slice();
  const wereBelow = found?.list.slice() ?? [];
  const moved = take(nodes, places);
  if (found === undefined) return entriesIn([...nodes, ...moved]);
  const { node, list, folder } = found;
  const top = folder ?? node;
  if (moved.includes(node) || moved.includes(top)) return entriesOf(setting);
  const folders = moved.filter(({ below }) => below !== undefined);
  const pins = moved.filter(({ below }) => below === undefined);
  insert(nodes, wereAt, folders, top);
  if (node.below === undefined) insert(list, wereBelow, pins, node);
  else node.below.push(...pins);
  return entriesIn(nodes);
}

/** 50: more are found faster by typing. */
const maxRecent = 50;

/** The lines of what was opened last, the newest first and each once. @param kept - The lines before, or anything. */
export function withRecent(kept: unknown, opened: readonly Pinned[]): readonly string[] {
  const before = entriesOf(kept).filter((line) => typeof line === "string");
  return [...new Set([...opened.map(pinLine).reverse(), ...before])].slice(0, maxRecent);
}

/** An entry while the setting is edited; a folder that can be read has entries below it. */
interface EditedEntry {
  entry: unknown;
  readonly below?: EditedEntry[];
}

interface FoundEntry {
  readonly node: EditedEntry;
  /** The list that it is in. */
  readonly list: EditedEntry[];
  readonly folder?: EditedEntry;
}

function nodesOf(setting: unknown): EditedEntry[] {
  return entriesOf(setting).map((entry) => {
    const { name, pins } = isRecord(entry) ? entry : {};
    const isFolder = isName(name) && Array.isArray(pins);
    return isFolder ? { entry, below: pins.map((each: unknown) => ({ entry: each })) } : { entry };
  });
}

function entriesIn(nodes: readonly EditedEntry[]): readonly unknown[] {
  return nodes.map(({ entry, below }) =>
    below === undefined ? entry : { ...(entry as object), pins: entriesIn(below) },
  );
}

/** An entry by its place, or where an equal one stands now; undefined if there is none. */
function find(
  nodes: EditedEntry[],
  { at: [first, second], entry }: PinPlace,
): FoundEntry | undefined {
  const text = JSON.stringify(entry);
  const isIt = (node: EditedEntry | undefined): node is EditedEntry =>
    node !== undefined && JSON.stringify(node.entry) === text;
  const folder = second === undefined ? undefined : nodes[first];
  const own = second === undefined ? nodes : folder?.below;
  const node = own?.[second ?? first];
  if (own !== undefined && isIt(node)) return { node, list: own, ...(folder && { folder }) };
  const inFolders = nodes.map((each) => ({ list: each.below ?? [], folder: each }));
  for (const place of [{ list: nodes }, ...inFolders]) {
    const equal = place.list.find(isIt);
    if (equal !== undefined) return { node: equal, ...place };
  }
  return undefined;
}

/** Takes nodes out, in their order; what is in a folder that is taken stays in it. */
function take(nodes: EditedEntry[], places: readonly PinPlace[]): readonly EditedEntry[] {
  const found = new Set(places.flatMap((place) => find(nodes, place)?.node ?? []));
  const taken: EditedEntry[] = [];
  const takeFrom = (list: EditedEntry[]): void => {
    for (const node of list.splice(0)) {
      if (found.has(node)) {
        taken.push(node);
        continue;
      }
      list.push(node);
      if (node.below !== undefined) takeFrom(node.below);
    }
  };
  takeFrom(nodes);
  return taken;
}

/** Inserts nodes where another one is: after it if one of them was above it. */
function insert(
  list: EditedEntry[],
  earlier: readonly EditedEntry[],
  nodes: readonly EditedEntry[],
  at: EditedEntry,
): void {
  const isBelow = nodes.some((node) => {
    const was = earlier.indexOf(node);
    return was !== -1 && was < earlier.indexOf(at);
  });
  list.splice(list.indexOf(at) + (isBelow ? 1 : 0), 0, ...nodes);
}

function renamed(entry: unknown, name: string): unknown {
  if (!isRecord(entry)) return name === "" ? entry : { name, pin: entry };
  if (name !== "") return { ...entry, name };
  const { name: _, ...others } = entry;
  return shortest(others);
}

function marked(entry: unknown, isOffline: boolean): unknown {
  const { offline: _, ...others } = isRecord(entry) ? entry : { pin: entry };
  return isOffline ? { ...others, offline: true } : shortest(others);
}

/** A line, if nothing but that is left of a pin. */
function shortest(entry: Readonly<Record<string, unknown>>): unknown {
  const isLine = Object.keys(entry).length === 1 && typeof entry["pin"] === "string";
  return isLine ? entry["pin"] : entry;
}

/** A setting that is no list is its only entry, so that nothing of it is lost. */
function entriesOf(setting: unknown): readonly unknown[] {
  if (setting === undefined || setting === null) return [];
  return Array.isArray(setting) ? (setting as unknown[]) : [setting];
}

function parsePin(entry: unknown, at: PinPlace["at"]): Pin | UnreadablePin {
  if (typeof entry === "string") return pinOf(entry, { at, entry }, { isOffline: false });
  if (!isRecord(entry)) return unreadable({ at, entry }, "form");
  if ("pins" in entry) return unreadable({ at, entry }, "folder");
  const { name, pin, offline } = entry;
  if (typeof pin !== "string") return unreadable({ at, entry }, "form");
  if (name !== undefined && !isName(name)) return unreadable({ at, entry }, "name");
  return pinOf(pin, { at, entry }, { name, isOffline: offline === true });
}

function pinOf(
  line: string,
  place: PinPlace,
  own: { readonly name?: string | undefined; readonly isOffline: boolean },
): Pin | UnreadablePin {
  const pinned = parsePinLine(line);
  if (typeof pinned === "string") return unreadable(place, pinned);
  const { name, isOffline } = own;
  return { type: "pin", ...place, pinned, ...(name !== undefined && { name }), isOffline };
}

function unreadable(place: PinPlace, problem: PinProblem): UnreadablePin {
  const { entry } = place;
  const text = typeof entry === "string" ? entry : JSON.stringify(entry);
  return { type: "unreadable", ...place, text, problem };
}

function linesIn(entry: PinEntry): readonly string[] {
  if (entry.type === "folder") return entry.pins.flatMap(linesIn);
  return entry.type === "pin" ? [pinLine(entry.pinned)] : [];
}

function isName(name: unknown): name is string {
  return typeof name === "string" && name.trim() !== "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
