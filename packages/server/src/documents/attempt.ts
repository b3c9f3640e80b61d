/** What the parsers of certificates and signatures throw says that the file is something else: nothing else can go wrong in them. */
export function attempt<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** The same for one that answers later. */
export async function attemptLater<Value>(parse: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await parse();
  } catch {
    return undefined;
  }
}
