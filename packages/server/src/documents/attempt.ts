/** What the parsers of certificates and signatures throw says that the file is something else: nothing else can go wrong in them. */
export function attempt<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
