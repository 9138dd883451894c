import { type Phase } from "../../src/service/errors";
import { head } from "./rawAnswer";
import { type RawConnection } from "./rawConnection";

/** A place where a service stops answering, and where the client then is. */
export interface Stop {
  /** For the names of tests. */
  readonly when: string;
  readonly phase: Phase;
  /** The service speaks no TLS though the client waits for it. */
  readonly wantsTls: boolean;
  /** Leads the client there; calls back when it is, unless headers that it received tell. */
  readonly lead: Lead;
}

type Lead = (connection: RawConnection, isThere: () => void) => Promise<void>;

const chunked = { "transfer-encoding": "chunked" };

/** Before the answer's headers are there. */
export const earlyStops: readonly Stop[] = [
  {
    when: "while the connection is being made",
    phase: "connecting",
    wantsTls: true,
    lead: async (connection: RawConnection, isThere: () => void): Promise<void> => {
      await connection.firstBytes();
      isThere();
    },
  },
  {
    when: "while no answer comes",
    phase: "waiting for the response",
    wantsTls: false,
    lead: async (connection: RawConnection, isThere: () => void): Promise<void> => {
      await connection.nextRequest();
      isThere();
    },
  },
  {
    when: "while the headers drip",
    phase: "waiting for the response",
    wantsTls: false,
    lead: async (connection: RawConnection, isThere: () => void): Promise<void> => {
      await connection.nextRequest();
      await connection.drip("HTTP/1.1 200 OK\r\nx-");
      isThere();
      await connection.dripForever("a");
    },
  },
];

/** After the answer's headers. */
export const lateStops: readonly Stop[] = [
  {
    when: "while the body drips",
    phase: "reading the body",
    wantsTls: false,
    lead: async (connection: RawConnection): Promise<void> => {
      await connection.nextRequest();
      await connection.send(head(200, chunked));
      await connection.dripForever("1\r\n \r\n");
    },
  },
  {
    when: "while the body pauses",
    phase: "reading the body",
    wantsTls: false,
    lead: async (connection: RawConnection): Promise<void> => {
      await connection.nextRequest();
      await connection.send(head(200, chunked), "1\r\n[\r\n");
    },
  },
  {
    when: "while the body of an error drips",
    phase: "reading the body",
    wantsTls: false,
    lead: async (connection: RawConnection): Promise<void> => {
      await connection.nextRequest();
      await connection.send(head(404, chunked));
      await connection.dripForever("1\r\n \r\n");
    },
  },
];
