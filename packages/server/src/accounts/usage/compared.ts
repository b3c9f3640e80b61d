/** Endpoints that compare two people, as usage names them. */
export const comparingEndpoints: readonly string[] = [
  "v2.verify",
  "v3.verify",
  "rekognition.compare_faces",
  "compreface.verify",
];
/** Outcomes of requests that compared two people: the match rate counts these. Errors are not among them. */
export const comparedOutcomes: readonly string[] = [
  "match",
  "no_match",
  "presentation_attack",
  "passive_liveness_unsure",
];
