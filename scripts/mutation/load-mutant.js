// Loaded before a test: replaces one module's text with a mutant's.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const { url: changed, source } = JSON.parse(readFileSync(process.env.MUTANT_FILE, "utf8"));

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    return url === changed ? { ...loaded, source } : loaded;
  },
});
