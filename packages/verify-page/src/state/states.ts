/** The states of the page. The last six are final, except that "done" can become "withdrawn". */
export type State =
  /** The session is being requested. */
  | "loading"
  /** Who requests the check and how the picture is used: the person consents or not. */
  | "welcome"
  /** The consent is being sent. */
  | "agreeing"
  /** The reference is being requested from the person's wallet. */
  | "wallet"
  /** On a computer: a QR code for the phone, or this device. */
  | "hand_off"
  /** Consent is given; a button opens the camera on this device. */
  | "ready"
  /** The camera covers the page, with the challenge where there is one. */
  | "capturing"
  /** In place of the camera in a test session: the outcome is chosen. */
  | "simulating"
  /** Without a challenge: the selfie is being sent. */
  | "sending"
  /** The attempt failed; the page shows why. */
  | "try_again"
  | "denied"
  | "no_camera"
  | "camera_busy"
  /** The browser within an app gives this page no camera. */
  | "in_app"
  /** Another device has taken over the session. This page follows it. */
  | "elsewhere"
  | "offline"
  /** The service is busy. */
  | "busy"
  | "fault"
  /** The person chose "Not now" and stays on this page. The session is still open. */
  | "declined"
  /** No attempt is left, and a reviewer of the account decides. This page follows, since they may allow another attempt. */
  | "in_review"
  | "wrong_link"
  | "done"
  | "not_confirmed"
  | "expired"
  | "cancelled"
  | "withdrawn";

export type Event =
  /** The session's state when it is requested. */
  | "is_new"
  | "is_agreed"
  | "is_agreed_on_computer"
  | "is_elsewhere"
  /** Actions of the person. */
  | "agree"
  | "decline"
  | "use_this_device"
  | "choose_outcome"
  | "use_phone"
  | "close_camera"
  | "close_camera_on_computer"
  | "retry"
  /** The session's reference comes from a wallet and is missing. */
  | "ask_wallet"
  /** Results. */
  | "portrait_received"
  | "portrait_received_on_computer"
  | "words_changed"
  | "agreed"
  | "agreed_on_computer"
  | "agreed_to_test"
  | "photo_taken"
  | "mend"
  | "camera_denied"
  | "camera_missing"
  | "camera_taken"
  | "camera_withheld"
  /** Interruptions and changes of the session. */
  | "taken_over"
  | "lose_network"
  | "be_refused"
  | "break"
  | "link_wrong"
  | "end_done"
  | "end_not_confirmed"
  | "end_in_review"
  | "end_expired"
  | "end_cancelled"
  | "end_withdrawn";

type Leads = Partial<Readonly<Record<Event, State>>>;

/** Events that the service can send at any time before the end. */
const ends: Leads = {
  end_done: "done",
  end_not_confirmed: "not_confirmed",
  end_in_review: "in_review",
  end_expired: "expired",
  end_cancelled: "cancelled",
  end_withdrawn: "withdrawn",
  link_wrong: "wrong_link",
};
const troubles: Leads = { ...ends, lose_network: "offline", be_refused: "busy", break: "fault" };
/** Events while this device has the session. */
const holding: Leads = { ...ends, taken_over: "elsewhere" };
const camera: Leads = {
  camera_denied: "denied",
  camera_missing: "no_camera",
  camera_taken: "camera_busy",
  camera_withheld: "in_app",
};
/** Events in a view that offers the camera again. */
const again: Leads = {
  ...holding,
  use_this_device: "capturing",
  choose_outcome: "simulating",
  use_phone: "hand_off",
  ask_wallet: "wallet",
};

/** All transitions. An event that is not listed for a state is ignored: it came too late. */
export const transitions: Readonly<Record<State, Leads>> = {
  loading: {
    ...troubles,
    is_new: "welcome",
    is_agreed: "ready",
    is_agreed_on_computer: "hand_off",
    is_elsewhere: "elsewhere",
    ask_wallet: "wallet",
    camera_withheld: "in_app",
  },
  welcome: { ...holding, agree: "agreeing", decline: "declined" },
  agreeing: {
    ...troubles,
    words_changed: "welcome",
    agreed: "capturing",
    agreed_on_computer: "hand_off",
    agreed_to_test: "simulating",
    ask_wallet: "wallet",
  },
  wallet: {
    ...troubles,
    taken_over: "elsewhere",
    portrait_received: "ready",
    portrait_received_on_computer: "hand_off",
    decline: "declined",
  },
  hand_off: again,
  ready: { ...again, decline: "declined" },
  capturing: {
    ...troubles,
    ...camera,
    taken_over: "elsewhere",
    close_camera: "ready",
    close_camera_on_computer: "hand_off",
    photo_taken: "sending",
    mend: "try_again",
  },
  simulating: { ...troubles, taken_over: "elsewhere", photo_taken: "sending" },
  sending: { ...troubles, taken_over: "elsewhere", mend: "try_again" },
  try_again: again,
  denied: again,
  no_camera: again,
  camera_busy: again,
  in_app: again,
  elsewhere: { ...ends, use_this_device: "capturing", choose_outcome: "simulating", ask_wallet: "wallet" },
  offline: { ...ends, retry: "loading" },
  busy: { ...ends, retry: "loading" },
  fault: { ...ends, retry: "loading" },
  declined: { ...ends, retry: "loading" },
  in_review: { ...ends, retry: "loading" },
  wrong_link: {},
  // The comparison may still be to come; until then consent can be withdrawn.
  done: { end_withdrawn: "withdrawn" },
  not_confirmed: {},
  expired: {},
  cancelled: {},
  withdrawn: {},
};

/** The state after an event; undefined if the state ignores the event. */
export function next(state: State, event: Event): State | undefined {
  return transitions[state][event];
}

/** Whether the person has done their part, whatever the verdict. */
export function isFinished(state: State): boolean {
  return state === "done" || state === "not_confirmed" || state === "in_review";
}

/** Whether the person can do nothing more here except withdraw their consent. */
export function isOver(state: State): boolean {
  return Object.keys(transitions[state]).every((event) => event === "end_withdrawn");
}
