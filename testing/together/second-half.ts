import { importGroup } from "./import-group.ts";

importGroup("second-half");
