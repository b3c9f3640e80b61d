export type EndpointName = "verify" | "spoof" | "optimize" | "analyze";
export type Version = "v2" | "v3";
export type SlotName = "reference" | "selfie" | "photo";

export interface Endpoint {
  readonly name: EndpointName;
  readonly title: string;
  /** The newest first. */
  readonly versions: readonly Version[];
  readonly slots: readonly SlotName[];
  readonly about: string;
}

export const endpoints: readonly Endpoint[] = [
  {
    name: "verify",
    title: "Verify",
    versions: ["v3", "v2"],
    slots: ["reference", "selfie"],
    about: "Is the person in the selfie the one in the reference photo?",
  },
  {
    name: "spoof",
    title: "Spoof",
    versions: ["v2"],
    slots: ["photo"],
    about: "Is it a photo of a person, or of a print or a screen that shows one?",
  },
  {
    name: "optimize",
    title: "Optimize",
    versions: ["v2"],
    slots: ["photo"],
    about: "Upright, level, square and cropped to the face: a photo to store as a reference.",
  },
  {
    name: "analyze",
    title: "Analyze",
    versions: ["v3"],
    slots: ["photo"],
    about: "Every face in a photo: where it is, which way it looks, how good it is for comparing.",
  },
];

/** Only version 2's verify downloads photos. */
export const takesUrls = (endpoint: Endpoint, version: Version): boolean =>
  endpoint.name === "verify" && version === "v2";

export const pathOf = (endpoint: Endpoint, version: Version): string => `/api/${version}/${endpoint.name}`;

export const slotTitles: Readonly<Record<SlotName, string>> = {
  reference: "Reference photo",
  selfie: "Selfie",
  photo: "Photo",
};
