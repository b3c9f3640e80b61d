/** Names that every object inherits: if a caller sends one, a lookup in a plain object finds a value that was never stored. */
export const prototypeNames: readonly string[] = [...Object.getOwnPropertyNames(Object.prototype), "prototype"];
