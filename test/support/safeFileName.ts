/** Whether a name is safe on every system: of plain characters, at most 120, and none that Windows reserves. */
export function isSafeFileName(name: string, format: string): boolean {
  const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
  const [stem = "", ...extensions] = name.split(".");
  return (
    name.length <= 120 &&
    /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(stem) &&
    extensions.join(".") === format &&
    !reserved.test(name)
  );
}
