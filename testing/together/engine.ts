import { importGroup } from "./import-group.ts";

importGroup("engine");
