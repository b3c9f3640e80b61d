import type { ComponentChildren } from "preact";
import { CodeSpans } from "../../ui/code-spans.tsx";
import { outcomeTone, type OutcomeTone } from "../../ui/words/outcomes.ts";
import { milliseconds, oneIn, plain } from "../../ui/words/words.ts";
import { dataOf, problemOf } from "./answers.ts";
import type {
  AnalyzeResult,
  ComparedFace,
  Quality,
  V2OptimizeResult,
  V2SpoofResult,
  V2VerifyResult,
  VerifyResult,
} from "@selfsame/client";
import type { Answer } from "./answers.ts";
import type { EndpointName, Version } from "./request/endpoints.ts";
import { Scale } from "./scale.tsx";

interface VerdictProps {
  readonly endpoint: EndpointName;
  readonly version: Version;
  readonly answer: Answer;
}

/** The response in words and on the scale. */
export function Verdict({ endpoint, version, answer }: VerdictProps) {
  const problem = problemOf(answer);
  if (problem) {
    return (
      <Headline tone="warn" title={problem.message}>
        <CodeSpans text={problem.hint ?? ""} />{" "}
        {version === "v2" && answer.status === 403 && (
          <>
            The service downloads photos from hosts that you allow under <a href="#/domains">Domains and origins</a>.
          </>
        )}
        {answer.status === 429 && <a href="#/limits">See your limits.</a>}{" "}
        {problem.docs && <a href={problem.docs}>About this error</a>}
      </Headline>
    );
  }
  switch (endpoint) {
    case "verify":
      return version === "v3" ? (
        <Verified data={dataOf(answer) as VerifyResult} answer={answer} />
      ) : (
        <VerifiedV2 data={answer.body as V2VerifyResult} answer={answer} />
      );
    case "spoof":
      return <Judged data={answer.body as V2SpoofResult} answer={answer} />;
    case "optimize":
      return <Optimized data={answer.body as V2OptimizeResult} answer={answer} />;
    case "analyze":
      return <Analyzed data={dataOf(answer) as AnalyzeResult} answer={answer} />;
  }
}

function Verified({ data, answer }: { readonly data: VerifyResult; readonly answer: Answer }) {
  const { match, similarity, threshold, false_match_rate: rate } = data;
  return (
    <>
      <Headline tone={outcomeTone(match ? "match" : "no_match")} title={match ? "Same person" : "Different people"}>
        {match && rate !== null
          ? `Of impostor pairs, ${oneIn(rate)} score this high.`
          : `Their similarity is below the threshold of ${threshold}.`}
      </Headline>
      <Scale similarity={similarity} threshold={threshold} match={match} />
      <dl class="facts">
        <Fact name="Similarity">{similarity === null ? `under ${threshold}` : similarity.toFixed(4)}</Fact>
        <Fact name="False match rate">{rate === null ? "not returned below the threshold" : rate.toPrecision(2)}</Fact>
        <Fact name="Reference photo">{sideText(data.reference)}</Fact>
        <Fact name="Selfie">{sideText(data.selfie)}</Fact>
        <Took answer={answer} />
      </dl>
    </>
  );
}

/** Version 2 always returns the similarity, on the same scale, but not its threshold. */
function VerifiedV2({
  data: { match, confidence, message, is_spoof: spoof, selfie_image: image },
  answer,
}: {
  readonly data: V2VerifyResult;
  readonly answer: Answer;
}) {
  const compared = image !== "";
  return (
    <>
      <Headline tone={!compared ? "warn" : outcomeTone(spoof ? "spoof" : match ? "match" : "no_match")} title={message}>
        {compared && (match ? "The faces are the same person’s." : "The faces are of different people.")}
      </Headline>
      {compared && <Scale similarity={confidence} threshold={undefined} match={match} />}
      <dl class="facts">
        {compared && <Fact name="Confidence">{confidence.toFixed(4)}</Fact>}
        {compared && confidence >= 0.4 && (
          <Fact name="Impostor pairs this similar">{oneIn(10 ** -((confidence - 0.3) * 10))}</Fact>
        )}
        {compared && <Fact name="Spoof check of the selfie">{spoof ? "possible spoof" : "looks genuine"}</Fact>}
        <Took answer={answer} />
      </dl>
      {compared && <CropImage base64={image} size={96} />}
    </>
  );
}

function Judged({ data, answer }: { readonly data: V2SpoofResult; readonly answer: Answer }) {
  return (
    <>
      <Headline
        tone={outcomeTone(data.is_spoof ? "spoof" : "genuine")}
        title={data.is_spoof ? "Possible spoof" : "Looks genuine"}
      >
        {data.message}.
      </Headline>
      <dl class="facts">
        <Took answer={answer} />
      </dl>
    </>
  );
}

function Optimized({ data, answer }: { readonly data: V2OptimizeResult; readonly answer: Answer }) {
  return (
    <>
      <Headline tone="good" title="Optimized">
        {data.width} × {data.height}, {Math.round(data.size / 1024)} KB JPEG, without metadata.
      </Headline>
      <CropImage base64={data.image} size={260} />
      <dl class="facts">
        <Took answer={answer} />
      </dl>
    </>
  );
}

function Analyzed({ data: { faces }, answer }: { readonly data: AnalyzeResult; readonly answer: Answer }) {
  return (
    <>
      <Headline
        tone={faces.length > 0 ? "good" : "warn"}
        title={faces.length === 1 ? "One face" : faces.length === 0 ? "No face" : `${faces.length} faces`}
      >
        {faces.length > 1
          ? "The main face first, then by size."
          : faces.length === 0
            ? "An empty list is an answer, not an error."
            : ""}
      </Headline>
      <dl class="facts">
        {faces.slice(0, 12).map(({ pose, quality }, index) => (
          <Fact key={index} name={`Face ${index + 1}`}>
            {qualityText(quality)}
            <span class="pose">
              yaw {Math.round(pose.yaw)}°, pitch {Math.round(pose.pitch)}°, roll {Math.round(pose.roll)}°
            </span>
          </Fact>
        ))}
        <Took answer={answer} />
      </dl>
    </>
  );
}

function Headline({
  tone,
  title,
  children,
}: {
  readonly tone: OutcomeTone;
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="headline">
      <h2 class={tone}>{title}</h2>
      <p class="faint">{children}</p>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const Took = ({ answer }: { readonly answer: Answer }) => (
  <Fact name="Time, with the network">{milliseconds(answer.durationMs)}</Fact>
);

function CropImage({ base64, size }: { readonly base64: string; readonly size: number }) {
  const src = `data:image/jpeg;base64,${base64}`;
  return (
    <a class="crop" href={src} download="selfie-optimized.jpg" title="Download">
      <img src={src} alt="Upright and cropped to the face" width={size} height={size} />
    </a>
  );
}

const qualityText = ({ score, issues }: Quality): string =>
  `quality ${score.toFixed(2)}${issues.length > 0 ? `: ${issues.map(plain).join(", ")}` : ""}`;

const sideText = ({ faces, quality }: ComparedFace): string =>
  (faces > 1 ? `${faces} faces, the main one counts; ` : "") + qualityText(quality);
