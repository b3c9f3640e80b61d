import { askBrowser, type BrowserAnswer, canAskWallets } from "../here/browser-wallet.ts";
import type { Because, Session, Simulated, WalletRequest } from "../service/session.ts";
import { capture, type Captured, eventOf, capturedOf } from "./capture.ts";
import type { FlowDeps } from "./seen.ts";
import type { PhotoState } from "./send-photos.ts";
import { type Event, isFinished, isOver, next, type State } from "./states.ts";
import { agreeTo, takeBack } from "./consent.ts";

/** Milliseconds before an automatic retry. */
const againAfterMs = { offline: 3000, busy: 5000 } as const;

const withoutPortrait = (session: Session): Session => ({
  ...session,
  wallet: { received: false, rejected: true, reason: "declined" },
});

/** Runs the page: performs the action of each state of states.ts and sends the resulting event. */
export class Flow {
  readonly #deps: FlowDeps;
  readonly #over = new AbortController();
  #state: State = "loading";
  #session: Session | undefined;
  #wordsChanged = false;
  #because: Because | null = null;
  #photo: PhotoState | null = null;
  #walletRequest: WalletRequest | null = null;
  #walletRanOut = false;
  #browserFailed = false;
  #responseCode: string | null;
  /** The wallet returned to another browser, so the next wallet request does not ask it to return. */
  #wentElsewhere = false;
  #endedHere = false;
  /** Whether this tab has or had the session; only then can another device take it over. */
  #held: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Aborts the open camera. */
  #capture = new AbortController();

  constructor(deps: FlowDeps) {
    this.#deps = deps;
    this.#held = deps.keep.get("held") !== null;
    this.#responseCode = deps.responseCode ?? null;
    addEventListener("online", () => this.send("retry"), { signal: this.#over.signal });
  }

  start(): void {
    this.#enter("loading");
  }

  /** The person wants to continue on this device: in a test session by choosing an outcome, otherwise with the camera. */
  useThisDevice(): void {
    this.#deps.keep.set("this-device", "");
    if (this.#needsWallet) this.send("ask_wallet");
    else if (this.#session?.test) void this.#startTest();
    else this.send("use_this_device");
  }

  /** Sends the chosen outcome of a test session. */
  async simulate(outcome: Simulated): Promise<void> {
    this.send("photo_taken");
    try {
      this.#settle(capturedOf(await this.#deps.service.simulate(outcome)));
    } catch (error) {
      await this.#fail(error);
    }
  }

  /** Reports that the person leaves for now. The response changes nothing here, so the person need not wait for it. */
  decline(): void {
    this.#deps.service
      .decline()
      .catch((error: unknown) => console.warn("Not now could not be reported to the service", error));
  }

  /**
   * Withdraws the person's consent. The page may no longer follow the session, so it requests the session first.
   * @returns whether consent was withdrawn; false if there was a verdict before. Rejects if the service does not respond
   */
  async withdraw(): Promise<boolean> {
    const session = await takeBack(this.#deps.service);
    this.#know(session);
    this.#tell();
    return session.end === "withdrawn";
  }

  send(event: Event): void {
    const from = this.#state;
    const to = next(from, event);
    if (to === undefined) return;
    this.#state = to;
    if ((from === "capturing" && to !== "sending") || from === "sending") this.#capture.abort();
    this.#endedHere ||= (isOver(to) || to === "in_review") && from !== "loading";
    this.#enter(to);
  }

  #enter(state: State): void {
    clearTimeout(this.#timer);
    this.#tell();
    if (state === "loading") void this.#load();
    else if (state === "agreeing") void this.#agree();
    else if (state === "capturing") void this.#take();
    else if (state === "wallet") void this.askWallet();
    else if (state === "offline" || state === "busy") {
      this.#timer = setTimeout(() => this.send("retry"), againAfterMs[state]);
    }
    if (isOver(state)) this.#over.abort();
  }

  #tell(): void {
    const { changed } = this.#deps;
    changed({
      state: this.#state,
      session: this.#session,
      wordsChanged: this.#wordsChanged,
      because: this.#because,
      photo: this.#photo,
      walletRequest: this.#walletRequest,
      walletRanOut: this.#walletRanOut,
      browserAsksWallets: this.#browserRequest !== undefined,
      endedHere: this.#endedHere,
    });
  }

  async #load(): Promise<void> {
    const isFirst = this.#session === undefined;
    try {
      if (this.#responseCode !== null) {
        const code = this.#responseCode;
        this.#responseCode = null;
        await this.#deps.service.returnFromWallet(code);
      }
      this.#session = await this.#deps.service.look();
      if (isFirst) this.#deps.follow((session) => this.#hear(session), this.#over.signal);
      this.send(this.#eventOf(this.#session));
    } catch (error) {
      this.send(eventOf(error) ?? "break");
    }
  }

  #eventOf({ end, consent, here }: Session): Event {
    if (end) return `end_${end}`;
    const { device } = this.#deps;
    if (!device.hasCameras && !device.computer) return "camera_withheld";
    if (!consent.given) return "is_new";
    if (this.#held && here === false) return "is_elsewhere";
    if (this.#needsWallet) return "ask_wallet";
    return device.computer && !this.#wantsThisDevice ? "is_agreed_on_computer" : "is_agreed";
  }

  /** Whether the person on a computer has chosen to use this device. */
  get #wantsThisDevice(): boolean {
    return this.#deps.keep.get("this-device") !== null;
  }

  /**
   * Handles an event of the stream. An event that another device has the session may be older than this device's own start, so the session is
   * requested again.
   */
  #hear(session: Session): void {
    const isOurs = this.#held && session.here === false && this.#state !== "elsewhere";
    if (isOurs && this.#state !== "loading") void this.#askWhoHasIt();
    else this.#know(session);
  }

  async #askWhoHasIt(): Promise<void> {
    try {
      const session = await this.#deps.service.look();
      this.#know(session);
      if (session.here === false) this.send("taken_over");
    } catch (error) {
      const event = eventOf(error);
      // Other errors, such as no network, say nothing about the session; the stream reports it again.
      if (event === "link_wrong") this.send(event);
    }
  }

  #know(session: Session): void {
    this.#session = session;
    if (session.end) this.send(`end_${session.end}`);
    else if (this.#state === "in_review") this.send("retry");
    else if (this.#state === "wallet") this.#hearOfWallet(session);
    else this.#tell();
  }

  async #agree(): Promise<void> {
    const { service, device, language } = this.#deps;
    try {
      const changed = this.#session && (await agreeTo(service, this.#session, language()));
      this.#wordsChanged = changed !== undefined;
      if (changed) {
        this.#know(changed);
        return this.send("words_changed");
      }
      this.#hold();
      if (this.#needsWallet) this.send("ask_wallet");
      else if (device.computer) this.send("agreed_on_computer");
      else this.send(this.#session?.test ? "agreed_to_test" : "agreed");
    } catch (error) {
      await this.#fail(error);
    }
  }

  get #needsWallet(): boolean {
    return this.#session?.wallet?.received === false;
  }

  /** Sends a wallet request, which invalidates the previous one. @param ranOut whether the previous one expired */
  async askWallet(ranOut = false): Promise<void> {
    const { service } = this.#deps;
    clearTimeout(this.#timer);
    this.#walletRanOut = ranOut;
    this.#walletRequest = null;
    this.#tell();
    try {
      if (this.#session?.here !== true) await service.agree();
      this.#hold();
      const request = await service.askWallet(!this.#wentElsewhere && this.#deps.comesBack());
      if (this.#state !== "wallet") return;
      this.#walletRequest = request;
      // An expired QR code is replaced.
      const leftMs = Date.parse(request.expires_at) - Date.now();
      this.#timer = setTimeout(() => void this.askWallet(true), Math.max(leftMs, 10_000));
      if (this.#session?.wallet)
        this.#session = { ...this.#session, wallet: { received: false, rejected: false, reason: null } };
      this.#tell();
    } catch (error) {
      await this.#fail(error);
    }
  }

  get #browserRequest(): WalletRequest | undefined {
    const request = this.#walletRequest;
    return request && !this.#browserFailed && canAskWallets(request) ? request : undefined;
  }

  /** Sends the wallet request through the browser. The link and the QR code stay, for wallets that the browser does not support. */
  async askBrowser(): Promise<void> {
    const request = this.#browserRequest;
    if (!request) return;
    let answer: BrowserAnswer | undefined;
    try {
      answer = await askBrowser(request);
    } catch (error) {
      console.warn("The browser cannot ask a wallet", error);
      this.#browserFailed = true;
      return this.#tell();
    }
    if (this.#state !== "wallet") return;
    try {
      if (answer) return await this.#deps.service.answerWallet(answer.url, answer.response);
      if (this.#session) this.#know(withoutPortrait(this.#session));
    } catch (error) {
      await this.#fail(error);
    }
  }

  #hearOfWallet({ wallet }: Session): void {
    if (wallet?.received) {
      const onComputer = this.#deps.device.computer && !this.#wantsThisDevice;
      this.send(onComputer ? "portrait_received_on_computer" : "portrait_received");
    } else {
      if (wallet?.rejected) {
        this.#wentElsewhere ||= wallet.reason === "not_returned";
        clearTimeout(this.#timer);
        this.#walletRequest = null;
      }
      this.#tell();
    }
  }

  #hold(): void {
    this.#held = true;
    this.#deps.keep.set("held", "");
  }

  async #take(): Promise<void> {
    const { service, device, language } = this.#deps;
    const session = this.#session;
    if (!session) return;
    this.#capture = new AbortController();
    this.#photo = null;
    const { signal } = this.#capture;
    const captured = await capture(
      session,
      {
        service,
        device,
        language: language(),
        held: () => this.#hold(),
        sending: () => this.send("photo_taken"),
        photo: (fate) => {
          this.#photo = fate;
          this.#tell();
        },
      },
      signal,
    );
    if (signal.aborted) return;
    if (!captured) return this.#askHowItEnded();
    if (captured.event === "close_camera" && device.computer) this.send("close_camera_on_computer");
    else this.#settle(captured);
  }

  #settle({ event, because = null, attemptsLeft }: Captured): void {
    this.#because = because;
    if (this.#session && attemptsLeft !== undefined) {
      this.#session = { ...this.#session, attempts_left: attemptsLeft };
    }
    this.send(event);
    if (isFinished(this.#state)) void this.#learnOfConsent();
  }

  /**
   * Updates the consent after the last attempt. Its response does not include whether there is a verdict, which ends the right to withdraw, or a
   * comparison is still to come.
   */
  async #learnOfConsent(): Promise<void> {
    const tell = (consent: Partial<Session["consent"]>) => {
      const known = this.#session;
      if (known) this.#session = { ...known, consent: { ...known.consent, ...consent } };
      this.#tell();
    };
    tell({ can_withdraw: false });
    const now = await this.#deps.service.look().catch((error: unknown) => {
      console.warn("How the session stands is not known", error);
    });
    if (now) tell(now.consent);
  }

  async #startTest(): Promise<void> {
    try {
      await this.#deps.service.agree();
      this.#hold();
      this.send("choose_outcome");
    } catch (error) {
      await this.#fail(error);
    }
  }

  async #fail(error: unknown): Promise<void> {
    const event = eventOf(error);
    if (event) this.send(event);
    else await this.#askHowItEnded();
  }

  async #askHowItEnded(): Promise<void> {
    try {
      const session = await this.#deps.service.look();
      this.#know(session);
      if (!session.end) this.send("break");
    } catch (error) {
      this.send(eventOf(error) ?? "break");
    }
  }
}
