import { type Tag, type TagDimension } from "../service/parseTags";
import {
  type PanelRef,
  type SeriesRef,
  type SignalRef,
  type TagValues,
  signalRef,
} from "../shared/reference";
import { PanelTooLargeError, UnknownAddressError } from "./panelErrors";
import { dimensionsOf, variantKey, variantsOf } from "./variants";

/** The maximum number of variants of a panel. */
const maxPanelVariants = 2_000;

/**
 * The variants of a panel, with its as-of. First come those in the definition that exactly the panel's tag kinds
 * address and whose values are in its sets, in the definition's order; `*` contains every value. They are followed by
 * combinations of explicit values that the definition does not list, each with every listed value of the kinds with
 * `*`. These are requested as well, since definitions are not always complete, and none is dropped silently.
 *
 * @param tags - Of the signal's definition.
 * @throws {@link UnknownAddressError} if these kinds do not address any variant of the definition.
 * @throws {@link PanelTooLargeError} for more than {@link maxPanelVariants}, before they are created.
 */
export function panelVariants(panel: PanelRef, tags: readonly Tag[]): readonly SignalRef[] {
  const boxes = boxesOf(panel, tags);
  const listed = variantsIn(boxes.map((box) => narrowed(box, panel)));
  const variants = variantsIn([...listed.map(boxOf), ...unlistedBoxes(panel, boxes, listed)]);
  const { code, version, dataKind, asOf } = panel;
  return variants.map((each) => signalRef({ code, version, tags: each, dataKind, asOf }));
}

/** Whether a series may be a variant of a panel as requested; the service need not have it. */
export function isVariantOf(panel: PanelRef, reference: SeriesRef): boolean {
  if (reference.family !== "signal") return false;
  const { code, version, dataKind, asOf, tags } = reference;
  const isSame =
    code === panel.code &&
    version === panel.version &&
    dataKind === panel.dataKind &&
    asOf === panel.asOf;
  const sets = Object.entries(panel.tags);
  return (
    isSame &&
    Object.keys(tags).length === sets.length &&
    sets.every(([kind, set]) => {
      const value = tags[kind];
      return value !== undefined && (set === "*" || set.includes(value));
    })
  );
}

/** Whether a definition lists a variant, regardless of Unicode form. @param tags - Of the definition. */
export function isListedVariant(variant: TagValues, tags: readonly Tag[]): boolean {
  const count = Object.keys(variant).length;
  return tags.some((tag) => {
    const box = dimensionsOf(tag).map(inNormalForm);
    return (
      box.length === count && box.every(({ kind, values }) => values.includes(variant[kind] ?? ""))
    );
  });
}

/** Every combination of one value of each kind. */
type Box = readonly TagDimension[];

/** The boxes that the panel's kinds address, with texts in NFC like the panel's. */
function boxesOf(panel: PanelRef, tags: readonly Tag[]): readonly Box[] {
  const kinds = Object.keys(panel.tags);
  const boxes = tags
    .map((tag) => dimensionsOf(tag).map(inNormalForm))
    .filter((box) => box.length === kinds.length)
    .filter((box) => box.every(({ kind }) => Object.hasOwn(panel.tags, kind)))
    .filter((box) => box.every(({ values }) => values.length > 0));
  if (boxes.length === 0) throw new UnknownAddressError(kinds);
  return boxes;
}

function inNormalForm({ kind, values }: TagDimension): TagDimension {
  return {
    kind: kind.normalize("NFC"),
    values: [...new Set(values.map((value) => value.normalize("NFC")))],
  };
}

/** The part of a box that is in the panel's sets. */
function narrowed(box: Box, panel: PanelRef): Box {
  return box.map(({ kind, values }) => {
    const set = panel.tags[kind] ?? [];
    if (set === "*") return { kind, values };
    const wanted = new Set(set);
    return { kind, values: values.filter((value) => wanted.has(value)) };
  });
}

/** The combinations of explicit values that no listed variant has, with every value of the kinds with `*`. */
function unlistedBoxes(
  panel: PanelRef,
  boxes: readonly Box[],
  listed: readonly TagValues[],
): readonly Box[] {
  const kinds = Object.keys(panel.tags);
  const explicit = kinds.flatMap((kind) => {
    const set = panel.tags[kind];
    return set === undefined || set === "*" ? [] : [{ kind, values: set }];
  });
  if (explicit.length === 0) return [];
  const all = kinds
    .filter((kind) => panel.tags[kind] === "*")
    .map((kind) => ({ kind, values: [...new Set(boxes.flatMap((box) => valuesOf(box, kind)))] }));
  const isListed = new Set(listed.map((each) => variantKey(chosen(each, explicit))));
  return variantsIn([explicit])
    .filter((combination) => !isListed.has(variantKey(combination)))
    .map((combination) => [...boxOf(combination), ...all]);
}

function valuesOf(box: Box, kind: string): readonly string[] {
  return box.find((each) => each.kind === kind)?.values ?? [];
}

function chosen(variant: TagValues, dimensions: Box): TagValues {
  return Object.fromEntries(dimensions.map(({ kind }) => [kind, variant[kind] ?? ""]));
}

function boxOf(variant: TagValues): Box {
  return Object.entries(variant).map(([kind, value]) => ({ kind, values: [value] }));
}

/**
 * The distinct variants of the boxes.
 *
 * @throws {@link PanelTooLargeError} before there are too many.
 */
function variantsIn(boxes: readonly Box[]): readonly TagValues[] {
  const largest = boxes.reduce((max, box) => Math.max(max, countOf(box)), 0);
  if (largest > maxPanelVariants) throw new PanelTooLargeError(largest, maxPanelVariants);
  const tags = boxes.flatMap(([first, ...subTags]) => (first ? [{ ...first, subTags }] : []));
  const variants: TagValues[] = [];
  for (const variant of variantsOf(tags)) {
    variants.push(variant);
    if (variants.length > maxPanelVariants) {
      throw new PanelTooLargeError(variants.length, maxPanelVariants);
    }
  }
  return variants;
}

function countOf(box: Box): number {
  return box.reduce((count, { values }) => count * values.length, 1);
}
