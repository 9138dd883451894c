import { EditorTransport } from "../../src/service/editorTransport";
import { type Transport } from "../../src/service/transport";
import { UndiciTransport } from "../../src/service/undiciTransport";

/** A transport that the whole fault suite runs over. */
export interface TestedTransport {
  readonly name: "undici" | "editor";
  readonly make: () => Transport;
}

/** Both ways to the wire; what must hold stands above them and so holds for either. */
export const testedTransports: readonly TestedTransport[] = [
  { name: "undici", make: () => new UndiciTransport() },
  { name: "editor", make: () => new EditorTransport() },
];
