/** The name of the recognizer in the shipped manifest, which is always available. */
export const defaultName = "default";
