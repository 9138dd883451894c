import { type Socket } from "node:net";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { deferred } from "./deferred";

/** Slow enough not to fill memory while a test looks on. */
const dripPauseMs = 2;

/** The client closed the connection before a script had what it waited for. */
export class ConnectionClosed extends Error {
  override readonly name = "ConnectionClosed";
}

/** One client's connection, seen from a server that decides about each byte. */
export class RawConnection {
  /** Resolves when the socket is closed, by whichever side; false when it was reset. */
  readonly closed: Promise<boolean>;
  private bytes: Buffer = Buffer.alloc(0);
  private readBytes = 0;
  private isClosed = false;
  /** Settled, and replaced, whenever something came and when it was closed. */
  private changed = deferred<true>();

  /** @param number - 0 for the first of its server. */
  constructor(
    private readonly socket: Socket,
    readonly number: number,
  ) {
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => {
      this.bytes = Buffer.concat([this.bytes, bytes]);
      this.reportChange();
    });
    this.closed = new Promise((resolve) => {
      // The client may give up first; "close" follows and tells.
      socket.on("error", () => undefined);
      socket.once("close", (hadError) => {
        this.isClosed = true;
        this.reportChange();
        resolve(!hadError);
      });
    });
  }

  get isOpen(): boolean {
    return !this.isClosed;
  }

  /** All that the client sent, a character for each byte. */
  get received(): string {
    return this.bytes.toString("latin1");
  }

  /** Requests whose head came whole; none of them may have a body. */
  get requests(): number {
    return this.received.split("\r\n\r\n").length - 1;
  }

  /** Resolves when the client has sent anything. @throws {@link ConnectionClosed} */
  async firstBytes(): Promise<void> {
    while (this.bytes.length === 0) await this.change();
  }

  /** The head of the next request, without the blank line that ends it. @throws {@link ConnectionClosed} */
  async nextRequest(): Promise<string> {
    for (;;) {
      const end = this.bytes.indexOf("\r\n\r\n", this.readBytes);
      if (end >= 0) {
        const head = this.bytes.toString("latin1", this.readBytes, end);
        this.readBytes = end + 4;
        return head;
      }
      await this.change();
    }
  }

  /** Sends the parts one after the other, each in a packet of its own. @throws {@link ConnectionClosed} */
  async send(...parts: readonly (string | Uint8Array)[]): Promise<void> {
    for (const part of parts) {
      await this.write(part);
      await setImmediate();
    }
  }

  /** Sends the bytes one at a time. @throws {@link ConnectionClosed} */
  async drip(bytes: string | Uint8Array): Promise<void> {
    for (const byte of Buffer.from(bytes)) await this.send(Uint8Array.of(byte));
  }

  /** Sends the same text every few milliseconds, until the client closes the connection. */
  async dripForever(text: string): Promise<void> {
    while (this.isOpen) {
      try {
        await this.send(text);
        await sleep(dripPauseMs);
      } catch {
        // A write that fails is how the client's close is noticed first.
        return;
      }
    }
  }

  /** Sends what is given and then no more (FIN). */
  end(bytes: string | Uint8Array = ""): void {
    this.socket.end(bytes);
  }

  /** Breaks the connection off (RST): what the client has not read yet may be lost. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  /** Closes the socket at once. */
  destroy(): void {
    this.socket.destroy();
  }

  private async change(): Promise<void> {
    if (this.isClosed) throw new ConnectionClosed("the client closed before its next request");
    await this.changed.promise;
  }

  private reportChange(): void {
    const { resolve } = this.changed;
    this.changed = deferred();
    resolve(true);
  }

  private write(bytes: string | Uint8Array): Promise<void> {
    if (!this.socket.writable) {
      return Promise.reject(new ConnectionClosed("the client closed before it had everything"));
    }
    return new Promise((resolve, reject) => {
      this.socket.write(bytes, (error) => {
        if (error === undefined || error === null) resolve();
        else reject(new ConnectionClosed(error.message, { cause: error }));
      });
    });
  }
}
