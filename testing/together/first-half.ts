import { importGroup } from "./import-group.ts";

importGroup("first-half");
