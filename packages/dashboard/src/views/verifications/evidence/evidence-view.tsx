import { useEffect, useState } from "preact/hooks";
import { explain } from "../../../api/api-error.ts";
import { request } from "../../../api/request.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { FileButton } from "../../../ui/forms/file-button.tsx";
import { Skeleton } from "../../../ui/loaded.tsx";
import { Facts, PageHead, Panel } from "../../../ui/parts.tsx";
import { Breakable } from "../../../ui/words/breakable.tsx";
import { evidenceOf } from "../session-list.ts";
import type * as opening from "./open-photos.ts";
import type { PrivateKey } from "./open-photos.ts";
import { type SealedPhoto, SealedPhotos } from "./sealed-photos.tsx";

/** The decryption code, loaded together with the photos, so that nothing is requested from the server afterwards. */
type Opener = typeof opening;

interface Ready {
  readonly photos: readonly SealedPhoto[];
  readonly opener: Opener;
}

/** `#/verifications/vs_.../evidence`: the session's encrypted photos, decrypted in this browser with a key that is never sent. */
export function EvidenceView({ id }: { readonly id: string }) {
  const [ready, setReady] = useState<Ready>();
  const [failure, setFailure] = useState<unknown>();
  const load = async () => {
    setFailure(undefined);
    try {
      const evidence = request<{ readonly photos: readonly SealedPhoto[] }>("GET", evidenceOf(id));
      const [{ photos }, opener] = await Promise.all([evidence, import("./open-photos.ts")]);
      setReady({ photos, opener });
    } catch (error) {
      setFailure(error);
    }
  };
  useEffect(() => {
    document.querySelector<HTMLElement>("main h1")?.focus();
    void load();
  }, []);
  return (
    <>
      <PageHead title="Sealed photos" lead={<a href={`#/verifications/${id}`}>The session</a>} />
      {failure !== undefined && (
        <div class="notice failed" role="alert">
          <p>{explain(failure)}</p>
          <Button size="small" onClick={() => void load()}>
            Try again
          </Button>
        </div>
      )}
      {ready ? (
        <Opening session={id} photos={ready.photos} opener={ready.opener} />
      ) : (
        failure === undefined && <Skeleton lines={5} />
      )}
    </>
  );
}

interface OpeningProps extends Ready {
  readonly session: string;
}

function Opening({ session, photos, opener }: OpeningProps) {
  const [key, setKey] = useState<PrivateKey>();
  const [problem, setProblem] = useState<string>();
  const take = async (file: File) => {
    const read = await opener.privateKeyIn(file);
    setKey(typeof read === "string" ? undefined : read);
    setProblem(typeof read === "string" ? read : undefined);
  };
  return (
    <>
      <Panel
        title="Private key"
        lead="The photos are decrypted in this browser, also without a network. Neither the key nor an opened photo is sent or stored."
      >
        <div class="form">
          {key && (
            <Facts
              facts={[
                [
                  "Key thumbprint",
                  <code key="kid">
                    <Breakable text={key.kid} />
                  </code>,
                ],
              ]}
            />
          )}
          <div class="button-row">
            <FileButton label="Private key" accept=".jwk,.json,application/json" onFile={(file) => void take(file)}>
              {key ? "Choose another key" : "Choose the private key"}
            </FileButton>
            {key && (
              <Button size="small" onClick={() => setKey(undefined)}>
                Forget the key
              </Button>
            )}
          </div>
          {problem !== undefined && (
            <p class="problem" role="alert">
              {problem}
            </p>
          )}
        </div>
      </Panel>
      <Panel title="Photos">
        <SealedPhotos session={session} photos={photos} privateKey={key} open={opener.open} />
      </Panel>
    </>
  );
}
