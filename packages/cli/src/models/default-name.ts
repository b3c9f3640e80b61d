/** The name of the recognizer of the shipped manifest: it is there without having been added. */
export const defaultName = "default";
