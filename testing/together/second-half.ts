import { importHalf } from "./import-half.ts";

await importHalf(1);
