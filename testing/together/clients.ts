import { importGroup } from "./import-group.ts";

importGroup("clients");
