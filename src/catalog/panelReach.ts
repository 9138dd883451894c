import { type Tag } from "../service/parseTags";
import { openAddresses, openSpace, type PanelStart } from "./panelStart";
import { VariantSpace } from "./variantSpace";

/** Counting stops here, since a definition can claim any number of variants. */
export const maxCounted = 2_000;

/** The possible panels of a signal. */
export interface PanelReach {
  /** The tag kinds of each way to address variants; empty if no panel is possible. */
  readonly addresses: readonly (readonly string[])[];
  /** In all these ways together; one more than {@link maxCounted} if there are more. */
  readonly variants: number;
}

/** @param start - The variants that remain open, of those that the tags address. */
export function panelReach(tags: readonly Tag[], start: PanelStart): PanelReach {
  const space = openSpace(VariantSpace.of(tags), start);
  const addresses = openAddresses(space);
  const variants = addresses.reduce(
    (sum, address) => sum + space.at(address).count(maxCounted + 1),
    0,
  );
  return { addresses, variants: Math.min(variants, maxCounted + 1) };
}
