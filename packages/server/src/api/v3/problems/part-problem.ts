import { nearestName } from "@selfsame/platform/nearest-name";
import type { BodyWanted } from "../body.ts";
import type { Rejection } from "../endpoint.ts";
import { didYouMean, quoted } from "./in-words.ts";

const namesOf = ({ photos, documents = [], texts }: BodyWanted): readonly string[] => [
  ...new Set([...photos, ...documents, ...texts]),
];

/** Rejects a part that the endpoint does not have, or that was sent too often. @param name as it was sent */
export function unexpectedPart(name: string, wanted: BodyWanted): Rejection {
  const names = namesOf(wanted);
  const code = "unexpected_field";
  if (name === wanted.repeated?.name) {
    const { max } = wanted.repeated;
    return {
      code,
      param: name,
      message: `The request has more than ${max} parts named \`${name}\`.`,
      hint: `Send ${max} at most, and choose the best: more add little.`,
      limit: max,
    };
  }
  if (names.includes(name))
    return {
      code,
      param: name,
      message: `The request has the part \`${name}\` twice.`,
      hint: `Send \`${name}\` once.`,
    };
  return {
    code,
    param: name,
    message: `There is no part \`${name}\` here.${didYouMean(nearestName(name, names))}`,
    hint: `The parts are ${quoted(names)}. Photos are files; version 3 takes no URLs and no base64.`,
  };
}

/** Rejects two parts of which only one may be sent. */
export const notBoth = (param: string, other: string): Rejection => ({
  code: "unexpected_field",
  param,
  message: `The request has \`${param}\` beside \`${other}\`.`,
  hint: `Send either \`${param}\` or \`${other}\`.`,
});

/** @param isDocument whether the part is a file that is not a photo */
export const missingPart = (param: string, isDocument = false): Rejection => ({
  code: "missing_file",
  param,
  message: `The ${isDocument ? "file" : "photo"} \`${param}\` is missing.`,
  hint: `Send it as the part \`${param}\` of multipart/form-data: \`-F ${param}=@${param}.jpg\` with curl. An empty file counts as missing.`,
});
