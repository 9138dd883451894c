import { type RawConnection } from "./rawConnection";
import { type Script } from "./rawServer";

type Headers = Readonly<Record<string, string>>;

/** The bytes of an answer whose length is told. */
export function answerOf(status: number, body: string | Uint8Array, headers: Headers = {}): Buffer {
  const bytes = Buffer.from(body);
  return Buffer.concat([head(status, { ...headers, "content-length": `${bytes.length}` }), bytes]);
}

/** The bytes of an answer in chunks of about this size, with a valid end. */
export function chunkedAnswerOf(
  status: number,
  body: string | Uint8Array,
  headers: Headers = {},
  chunkBytes = 4_096,
): Buffer {
  const bytes = Buffer.from(body);
  const parts = [head(status, { ...headers, "transfer-encoding": "chunked" })];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = bytes.subarray(at, at + chunkBytes);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

/** The first line and the headers of an answer, and the blank line after them. */
export function head(status: number, headers: Headers = {}): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${status} Answer\r\n${lines.join("")}\r\n`);
}

/** Answers each request of a connection with what is made for its target. */
export function answering(answer: (target: string) => string | Uint8Array): Script {
  return async (connection) => {
    for (;;) {
      const target = targetOf(await connection.nextRequest());
      await connection.send(answer(target));
    }
  };
}

/** Answers the first request of a connection with these bytes and ends it. */
export function endingAfter(...parts: readonly (string | Uint8Array)[]): Script {
  return async (connection: RawConnection) => {
    await connection.nextRequest();
    await connection.send(...parts);
    connection.end();
  };
}

/** Path and query of a request's head. */
export function targetOf(request: string): string {
  return request.split(" ")[1] ?? "";
}
