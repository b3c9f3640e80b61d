/** What every object has by inheritance: as names that a caller sends, they find something where nothing was put. */
export const prototypeNames: readonly string[] = [...Object.getOwnPropertyNames(Object.prototype), "prototype"];
