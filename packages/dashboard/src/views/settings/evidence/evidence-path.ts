export const evidencePath = "/account/evidence";
