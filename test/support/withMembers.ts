/** An object with some members of a test in place of its own; everything else reaches the object itself. */
export function withMembers<T extends object>(object: T, members: Partial<T>): T {
  return new Proxy(object, {
    get: (target, name) => {
      if (name in members) return Reflect.get(members, name) as unknown;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
