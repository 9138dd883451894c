import { KeyAcceptance } from "../../src/service/keyAcceptance";

/** Whether a service has answered with the key. */
export function accepted(hasWorked = true): KeyAcceptance {
  const acceptance = new KeyAcceptance();
  if (hasWorked) acceptance.noteAnswer();
  return acceptance;
}
