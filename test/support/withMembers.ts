/** An object with some members of a test in place of its own; everything else reaches the object itself. */
export function withMembers<T extends object>(object: T, members: Partial<T>): T {
  // The object itself may be frozen: then a proxy of it could not give anything else.
  return new Proxy(Object.create(object) as T, {
    get: (_, name) => {
      if (name in members) return Reflect.get(members, name) as unknown;
      const value: unknown = Reflect.get(object, name);
      return typeof value === "function" ? (value.bind(object) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(object, name, value),
  });
}
