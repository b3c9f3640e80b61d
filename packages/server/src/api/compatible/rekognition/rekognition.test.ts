/** Amazon's own client, unchanged but for its endpoint, against the real engine. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import {
  CompareFacesCommand,
  DetectFacesCommand,
  ListCollectionsCommand,
  RekognitionClient,
  RekognitionServiceException,
} from "@aws-sdk/client-rekognition";
import sharp from "sharp";
import { awsSecretOf } from "../../../accounts/keys/aws-secret.ts";
import type { NewKey } from "../../../accounts/keys/keys.ts";
import { createComparison } from "@selfsame/photo/verify/comparison";
import { rememberingEngine } from "@selfsame/photo/testing/engine/remembering-engine";
import { sharedEngine } from "@selfsame/photo/testing/engine/shared-engine";
import { testModels } from "@selfsame/photo/testing/engine/test-models";
import { photos } from "@selfsame/photo/testing/photos/v2-photos";
import { type ServiceOptions, startService } from "../../../../testing/service/service.ts";
import { until } from "@selfsame/platform/testing/until";
import { rekognitionScale, toTheirs } from "../foreign-scale.ts";

const parts = {
  engine: rememberingEngine(await sharedEngine()),
  comparison: createComparison(await testModels()),
  compatible: ["rekognition"] as const,
};

async function start(t: TestContext, options: Partial<ServiceOptions> = {}) {
  const service = await startService(t, { ...parts, ...options });
  const clientFor = (keyId: string, secret = awsSecretOf(service.sessions.seal, keyId), change: object = {}) => {
    const client = new RekognitionClient({
      region: "eu-central-1",
      endpoint: service.url,
      maxAttempts: 1,
      credentials: { accessKeyId: keyId, secretAccessKey: secret },
      ...change,
    });
    t.after(() => client.destroy());
    return client;
  };
  const withKey = async (settings: Partial<NewKey> = {}) => {
    const key = await service.makeKey(settings);
    return { ...key, client: clientFor(key.id) };
  };
  return { ...service, clientFor, withKey };
}

const compare = (source: Uint8Array, target: Uint8Array, more: object = {}) =>
  new CompareFacesCommand({ SourceImage: { Bytes: source }, TargetImage: { Bytes: target }, ...more });

type Command = CompareFacesCommand | DetectFacesCommand | ListCollectionsCommand;

/** The error that the client throws, as callers see it. */
async function failureOf(sent: Promise<unknown>) {
  const error = await sent.then(
    () => assert.fail("it was answered"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof RekognitionServiceException, String(error));
  return { name: error.name, status: error.$metadata.httpStatusCode, message: error.message };
}

test("two photos of one person match, and the similarity is that of version 3 on Amazon's numbers", async (t) => {
  const { withKey, url, apiKey } = await start(t);
  const { client } = await withKey();
  const { FaceMatches, UnmatchedFaces, SourceImageFace, $metadata } = await client.send(
    compare(photos.person, photos.samePerson),
  );
  const form = new FormData();
  form.append("reference", new Blob([new Uint8Array(photos.person)]));
  form.append("selfie", new Blob([new Uint8Array(photos.samePerson)]));
  const init = { method: "POST", body: form, headers: { authorization: `Bearer ${apiKey}` } };
  const { data } = (await (await fetch(`${url}/api/v3/verify`, init)).json()) as {
    data: { similarity: number; selfie: { box: { x: number; width: number } } };
  };
  assert.equal(FaceMatches?.length, 1);
  assert.equal(FaceMatches[0]?.Similarity, toTheirs(rekognitionScale, data.similarity));
  assert.ok(FaceMatches[0].Similarity >= 80);
  assert.deepEqual(UnmatchedFaces, []);
  const { BoundingBox: box, Landmarks: landmarks, Confidence: confidence = 0 } = FaceMatches[0].Face ?? {};
  assert.equal(Math.round((box?.Left ?? 0) * 598), data.selfie.box.x);
  assert.equal(Math.round((box?.Width ?? 0) * 598), data.selfie.box.width);
  assert.deepEqual(
    landmarks?.map(({ Type }) => Type),
    ["eyeLeft", "eyeRight", "nose", "mouthLeft", "mouthRight"],
  );
  assert.ok(landmarks.every(({ X = -1, Y = -1 }) => X > 0 && X < 1 && Y > 0 && Y < 1));
  assert.ok((landmarks[0]?.X ?? 1) < (landmarks[1]?.X ?? 0));
  assert.ok(confidence > 90 && confidence <= 100 && (SourceImageFace?.Confidence ?? 0) > 90);
  assert.match($metadata.requestId ?? "", /^[\w-]{16,}$/);
});

test("another person is an unmatched face without a similarity; a threshold of 0 shows it", async (t) => {
  const { withKey } = await start(t);
  const { client } = await withKey();
  const rejected = await client.send(compare(photos.person, photos.otherPerson));
  assert.deepEqual([rejected.FaceMatches, rejected.UnmatchedFaces?.length], [[], 1]);
  const all = await client.send(compare(photos.person, photos.otherPerson, { SimilarityThreshold: 0 }));
  assert.ok((all.FaceMatches?.[0]?.Similarity ?? 100) < 80);
});

test("the key's threshold applies where the request has none", async (t) => {
  const { withKey } = await start(t);
  const { client } = await withKey({ threshold: 0 });
  assert.equal((await client.send(compare(photos.person, photos.otherPerson))).FaceMatches?.length, 1);
  const asked = await client.send(compare(photos.person, photos.otherPerson, { SimilarityThreshold: 80 }));
  assert.deepEqual(asked.FaceMatches, []);
});

test("DetectFaces has box, landmarks, pose and confidence, and of the attributes what is measured", async (t) => {
  const { withKey } = await start(t);
  const { client } = await withKey();
  const usual = await client.send(new DetectFacesCommand({ Image: { Bytes: photos.person } }));
  assert.equal(usual.FaceDetails?.length, 1);
  assert.deepEqual(Object.keys(usual.FaceDetails[0] ?? {}).toSorted(), [
    "BoundingBox",
    "Confidence",
    "Landmarks",
    "Pose",
  ]);
  assert.ok(Math.abs(usual.FaceDetails[0]?.Pose?.Roll ?? 99) < 30);
  const all = await client.send(new DetectFacesCommand({ Image: { Bytes: photos.person }, Attributes: ["ALL"] }));
  const { EyesOpen, FaceOccluded, AgeRange, Gender, Emotions, Smile } = all.FaceDetails?.[0] ?? {};
  assert.deepEqual([EyesOpen, FaceOccluded], [{ Value: true }, { Value: false }]);
  assert.deepEqual([AgeRange, Gender, Emotions, Smile], [undefined, undefined, undefined, undefined]);
  const none = await client.send(new DetectFacesCommand({ Image: { Bytes: photos.noFace } }));
  assert.deepEqual(none.FaceDetails, []);
});

test("what is wrong with a request has Amazon's name, and says what to do", async (t) => {
  const { withKey } = await start(t);
  const { client } = await withKey();
  const rows: readonly [command: Command, name: string, says: RegExp][] = [
    [compare(photos.noFace, photos.person), "InvalidParameterException", /^SourceImage\.Bytes: .*face/],
    [compare(photos.person, photos.noFace), "InvalidParameterException", /^TargetImage\.Bytes: /],
    [compare(photos.text, photos.person), "InvalidImageFormatException", /^SourceImage\.Bytes/],
    [compare(photos.person, photos.broken), "InvalidImageFormatException", /^TargetImage\.Bytes/],
    [compare(photos.person, photos.tooLarge), "ImageTooLargeException", /^TargetImage\.Bytes/],
    [compare(photos.tooManyPixels, photos.person), "ImageTooLargeException", /^SourceImage\.Bytes/],
    [compare(photos.empty, photos.person), "InvalidParameterException", /SourceImage\.Bytes is missing/],
    [
      compare(photos.person, photos.person, { SimilarityThreshold: 101 }),
      "InvalidParameterException",
      /SimilarityThreshold/,
    ],
    [compare(photos.person, photos.person, { QualityFilter: "BEST" }), "InvalidParameterException", /QualityFilter/],
    [
      new CompareFacesCommand({
        SourceImage: { S3Object: { Bucket: "b", Name: "n" } },
        TargetImage: { Bytes: photos.person },
      }),
      "InvalidS3ObjectException",
      /SourceImage\.S3Object.*SourceImage\.Bytes/,
    ],
    [
      new DetectFacesCommand({ Image: { Bytes: photos.person }, Attributes: ["HAIR" as "ALL"] }),
      "InvalidParameterException",
      /Attributes/,
    ],
    [new ListCollectionsCommand({}), "UnknownOperationException", /no collections.*reference photo/],
  ];
  for (const [command, name, says] of rows) {
    const failure = await failureOf(client.send(command as CompareFacesCommand));
    assert.deepEqual([failure.name, failure.status], [name, 400], failure.message);
    assert.match(failure.message, says);
  }
});

test("a quality filter rejects the source, and makes a target unmatched", async (t) => {
  const { withKey } = await start(t);
  const { client } = await withKey();
  const dull = await sharp(photos.samePerson).resize(600).modulate({ brightness: 0.4 }).jpeg().toBuffer();
  const high = { QualityFilter: "HIGH", SimilarityThreshold: 0 } as const;
  const all = await client.send(compare(photos.samePerson, dull, { SimilarityThreshold: 0 }));
  assert.equal(all.FaceMatches?.length, 1);
  const result = await client.send(compare(photos.samePerson, dull, high));
  assert.deepEqual([result.FaceMatches, result.UnmatchedFaces?.length], [[], 1]);
  const failure = await failureOf(client.send(compare(dull, photos.samePerson, high)));
  assert.match(failure.message, /quality that HIGH asks for/);
});

test("keys are private ones with the scope, from their addresses; what they require is met or rejected", async (t) => {
  const { withKey } = await start(t);
  const rows: readonly [Partial<NewKey>, says: RegExp][] = [
    [{ kind: "public", allowedOrigins: ["https://shop.example"] }, /private API key/],
    [{ kind: "test" }, /test key/],
    [{ scopes: ["sessions"] }, /scope `verify`/],
    [{ addressRanges: ["192.0.2.0/24"] }, /address/],
    [{ requireChallenge: true }, /live challenge/],
    [{ requireSignedDocument: true }, /signed document/],
  ];
  for (const [settings, says] of rows) {
    const { client } = await withKey(settings);
    const failure = await failureOf(client.send(compare(photos.person, photos.samePerson)));
    assert.deepEqual([failure.name, failure.status], ["AccessDeniedException", 400], failure.message);
    assert.match(failure.message, says);
  }
  const { client } = await withKey({ requirePassiveLiveness: true });
  const spoofed = await client.send(compare(photos.judgedSpoof, photos.judgedSpoof));
  assert.deepEqual([spoofed.FaceMatches, spoofed.UnmatchedFaces?.length], [[], 1]);
  const analyzing = await withKey({ scopes: ["analyze"] });
  const detected = await analyzing.client.send(new DetectFacesCommand({ Image: { Bytes: photos.person } }));
  assert.equal(detected.FaceDetails?.length, 1);
});

test("signatures: another's secret, an unknown, a revoked key, a clock that is off, another service", async (t) => {
  const { withKey, clientFor, sessions } = await start(t);
  const [mine, other] = [await withKey(), await withKey()];
  const send = (client: RekognitionClient) => failureOf(client.send(compare(photos.person, photos.samePerson)));
  const wrong = await send(clientFor(mine.id, awsSecretOf(sessions.seal, other.id)));
  assert.deepEqual([wrong.name, wrong.status], ["InvalidSignatureException", 400]);
  assert.equal((await send(clientFor("key_0000000000000000"))).name, "UnrecognizedClientException");
  for (const ms of [-301_000, 301_000]) {
    const late = await send(clientFor(mine.id, undefined, { systemClockOffset: ms }));
    assert.equal(late.name, "InvalidSignatureException");
    assert.match(late.message, /^Signature expired/);
  }
  assert.equal((await mine.client.send(compare(photos.person, photos.samePerson))).FaceMatches?.length, 1);
  await mine.revoke();
  const revoked = await send(mine.client);
  assert.deepEqual([revoked.name, /revoked/.test(revoked.message)], ["UnrecognizedClientException", true]);
});

test("limits, usage and the request log are those of every request", async (t) => {
  const plan = { requestsPerMinute: 2, requestsPerMonth: null, concurrentRequests: null };
  const { withKey, store, access } = await start(t, { plan });
  const { client, id } = await withKey();
  await client.send(compare(photos.person, photos.samePerson));
  await failureOf(client.send(compare(photos.noFace, photos.person)));
  const limited = await failureOf(client.send(compare(photos.person, photos.samePerson)));
  assert.deepEqual([limited.name, limited.status], ["ProvisionedThroughputExceededException", 400]);
  assert.match(limited.message, /allows 2 requests per minute/);
  const rows = await until(async () => {
    const logged = await store.db.selectFrom("requests").selectAll().where("key_id", "=", id).execute();
    return logged.length === 3 && logged;
  });
  const results = rows.map(({ outcome, code }) => code ?? outcome);
  assert.deepEqual(new Set(results), new Set(["match", "no_face", "rate_limited"]));
  await access.stop();
  const usage = await store.db.selectFrom("usage").selectAll().where("key_id", "=", id).execute();
  assert.deepEqual([...new Set(usage.map(({ endpoint }) => endpoint))], ["rekognition.compare_faces"]);
});
