import { type Tag } from "../service/parseTags";
import { openAddresses, openSpace, type PanelStart } from "./panelStart";
import { VariantSpace } from "./variantSpace";

/** No more variants are counted: a definition can claim any number. */
export const maxCounted = 2_000;

/** What the panels of a signal can run over. */
export interface PanelReach {
  /** The tag kinds of each way of addressing variants; none where no panel can be made. */
  readonly addresses: readonly (readonly string[])[];
  /** Of all these ways together; one more than {@link maxCounted} where there are more. */
  readonly variants: number;
}

/** @param start - Which of the variants that the tags address it leaves open. */
export function panelReach(tags: readonly Tag[], start: PanelStart): PanelReach {
  const space = openSpace(VariantSpace.of(tags), start);
  const addresses = openAddresses(space);
  const variants = addresses.reduce(
    (sum, address) => sum + space.at(address).count(maxCounted + 1),
    0,
  );
  return { addresses, variants: Math.min(variants, maxCounted + 1) };
}
