import {
  camelize,
  defineComponent,
  getCurrentInstance,
  h,
  onActivated,
  onBeforeUnmount,
  onDeactivated,
  onMounted,
  type PropType,
  ref,
  watch,
} from "vue";
import { type Capture, type CaptureOptions, captureUntil, type Hint } from "@selfsame/camera";

/** Of the component; the rest of a capture's options are its container and what is emitted. */
type Options = Omit<CaptureOptions, "container" | "onHint">;

type Prop<Type> = { readonly type: PropType<NonNullable<Type>>; readonly default?: undefined };

/** Vue takes a boolean that is not given for false; here it is not given. */
const options: { readonly [Name in keyof Required<Options>]: Prop<Options[Name]> } = {
  publicKey: { type: String },
  nonce: { type: String },
  challenge: { type: [Boolean, String] as PropType<boolean | "if_unsure">, default: undefined },
  service: { type: Object },
  language: { type: String },
  texts: { type: Object },
  facingMode: { type: String as PropType<"user" | "environment"> },
  timeoutMs: { type: Number },
  intro: { type: [Boolean, Object] as PropType<NonNullable<Options["intro"]>>, default: undefined },
};

/** What a page may set on any element. All else that is no prop goes to the camera, which throws at what it does not know. */
const ofElement = /^(?:class|style|id|title|role|(?:data|aria)-.*|on[A-Z].*)$/;

/**
 * Shows the camera in itself, and begins one capture as soon as it is there. Unmounted, it stops, and emits nothing any more. Its props are the options
 * of a capture, which are read when that begins. For another capture, give it another `key`.
 */
export const SelfsameCamera = defineComponent({
  name: "SelfsameCamera",
  inheritAttrs: false,
  props: {
    /** Your Selfsame server, such as `"https://faces.example.com"`, or where you serve the camera's files. Another one begins anew. */
    from: { type: [String, URL] as PropType<string | URL>, required: true },
    ...options,
  },
  emits: {
    capture: (_capture: Capture) => true,
    /** The person cancelled. */
    cancel: () => true,
    /** There can be no photo; `name` says why. Where nobody listens, the error is an unhandled rejection. */
    error: (_error: Error) => true,
    hint: (_hint: Hint) => true,
  },
  setup(props, { attrs, emit }) {
    const container = ref<HTMLDivElement>();
    const instance = getCurrentInstance();
    let life: AbortController | undefined;

    const given = (): CaptureOptions => {
      const known = Object.keys(options).map((name) => [name, props[name as keyof Options]] as const);
      const others = Object.entries(attrs).filter(([name]) => !ofElement.test(name));
      return Object.fromEntries([...known.filter(([, value]) => value !== undefined), ...others.map(camelized)]);
    };
    const end = () => {
      life?.abort();
      life = undefined;
    };
    const begin = async () => {
      end();
      const { signal } = (life = new AbortController());
      const onHint = (hint: Hint) => emit("hint", hint);
      let capture: Capture | null;
      try {
        // The element is there: this runs once it is mounted.
        const shown = { ...given(), container: container.value as HTMLDivElement, onHint };
        capture = await captureUntil(signal, String(props.from), shown);
      } catch (error) {
        if (signal.aborted) return;
        if (instance?.vnode.props?.["onError"] === undefined) throw error;
        return emit("error", error as Error);
      }
      if (signal.aborted) return;
      if (capture) emit("capture", capture);
      else emit("cancel");
    };
    onMounted(begin);
    watch(() => String(props.from), begin, { flush: "post" });
    // In KeepAlive it leaves the page without being unmounted.
    onDeactivated(end);
    onActivated(() => {
      if (!life) void begin();
    });
    onBeforeUnmount(end);

    return () => {
      const own = Object.fromEntries(Object.entries(attrs).filter(([name]) => ofElement.test(name)));
      const size = own["class"] === undefined ? { height: "min(80vh, 560px)" } : {};
      return h("div", { ...own, ref: container, style: [size, own["style"] as object] });
    };
  },
});

/** A template writes `public-key`. */
const camelized = ([name, value]: [string, unknown]) => [camelize(name), value] as const;
