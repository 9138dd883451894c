const pageBytes = 65_536;
/** The magic and the version of a module. */
const headerBytes = 8;
const memorySection = 5;

type ModuleClass = new (bytes: Uint8Array) => object;

/** Provided by the engine, but missing from Node's types. */
declare const WebAssembly: { Module: ModuleClass };

/** The limit in bytes; without one, what a 32-bit module can address. */
let limit = 2 ** 32;

/**
 * Whether so much memory is in use that a trap means that it ran out: tables grow by doubling, so that the next step
 * would have been beyond the limit.
 */
export function isNearLimit(bytes: number): boolean {
  return bytes > limit / 4;
}

/**
 * Limits the memory of every WebAssembly module that this thread compiles from now on. A file can claim any number of
 * values in places that only the module reads, so no check before it can replace this limit.
 */
export function limitModuleMemory(maxBytes: number): void {
  limit = maxBytes;
  const { Module } = WebAssembly;
  WebAssembly.Module = class extends Module {
    constructor(bytes: Uint8Array) {
      super(withMemoryLimit(bytes, Math.floor(maxBytes / pageBytes)));
    }
  };
}

/**
 * The module with a maximum for the one memory that it declares.
 *
 * Source: W3C, WebAssembly Core Specification, 5.5 Modules, and 5.3.8 Limits.
 *
 * @throws RangeError for a module without such a memory.
 */
function withMemoryLimit(module: Uint8Array, maxPages: number): Uint8Array {
  let at = headerBytes;
  while (at < module.length) {
    const size = unsignedAt(module, at + 1);
    const end = size.end + size.value;
    if (module[at] === memorySection) {
      const [count, flags] = module.subarray(size.end, end);
      if (count !== 1 || flags !== 0) break;
      const body = [count, 1, ...module.subarray(size.end + 2, end), ...unsigned(maxPages)];
      const section = [memorySection, ...unsigned(body.length), ...body];
      return Buffer.concat([module.subarray(0, at), Buffer.from(section), module.subarray(end)]);
    }
    at = end;
  }
  throw new RangeError("the module has no memory whose size could be limited");
}

/** LEB128. */
function unsignedAt(bytes: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  for (let end = start, scale = 1; ; scale *= 128) {
    const byte = bytes[end++] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, end };
  }
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...unsigned(Math.floor(value / 0x80))];
}
