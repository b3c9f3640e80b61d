import type { IncomingMessage, ServerResponse } from "node:http";

/** As much of oidc-provider as is used here: the package brings no types. */
export interface Library {
  readonly Provider: new (issuer: string, configuration: object) => LibraryProvider;
  readonly errors: Readonly<Record<"AccessDenied" | "TemporarilyUnavailable" | "InvalidGrant", LibraryError>> &
    Readonly<Record<"InvalidClientAuth" | "UnmetAuthenticationRequirements" | "InvalidRequest", LibraryError>>;
  readonly interactionPolicy: {
    readonly Prompt: new (of: { readonly name: string; readonly requestable: boolean }, check: object) => object;
    readonly Check: new (
      reason: string,
      description: string,
      error: string,
      check: (context: RequestContext) => Promise<boolean>,
    ) => object;
  };
}

type LibraryError = new (description: string) => Error;

export interface LibraryProvider {
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Of the browser whose cookie a request has. @throws where it has none, or its time is up */
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  on(event: "server_error", listener: (context: unknown, error: unknown) => void): void;
  proxy: boolean;
  readonly Client: { readonly prototype: object };
  readonly Grant: new (of: { readonly clientId: string; readonly accountId: string }) => {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  };
}

export interface Interaction {
  readonly uid: string;
  readonly params: Readonly<Record<string, string | undefined>> & { readonly client_id: string };
}

export interface RequestContext {
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly params: Readonly<Record<string, string | undefined>>;
    readonly prompts: ReadonlySet<string>;
    readonly session: { readonly accountId?: string };
    readonly result?: { readonly login?: object };
  };
  type: string;
  body: unknown;
  status: number;
  set(name: string, value: string): void;
}

/** Loaded where it is used: an installation that is no provider does not pay for it. */
export async function loadLibrary(): Promise<Library> {
  const untyped: string = "oidc-provider";
  return (await import(untyped)) as Library;
}
