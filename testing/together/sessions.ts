import { importGroup } from "./import-group.ts";

importGroup("sessions");
