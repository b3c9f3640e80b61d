/** What Chromium 138 and later tell of a frame, and TypeScript does not know yet. */
interface Turned {
  readonly rotation?: number;
  readonly flip?: boolean;
}

const asRgba = { format: "RGBA" } as const;

/**
 * Takes pictures of what a video shows, one after the other; each is to be closed.
 *
 * Without a GPU Chromium keeps every frame of a video that is drawn, createImageBitmap among it: 3.7 MB each at 1280 x 720, up to 512 MB, until
 * the machine runs short of memory. A frame that is copied is not kept; its pixels are the same.
 */
export function grabber(video: HTMLVideoElement): () => Promise<ImageBitmap> {
  let pixels: ImageData | undefined;
  /** Into one buffer for all: as garbage they would pile up as well. */
  const copy = async (frame: VideoFrame): Promise<ImageData | undefined> => {
    const { videoWidth: width, videoHeight: height } = video;
    if (!isPlain(frame, width, height)) return undefined;
    if (pixels?.width !== width || pixels.height !== height) pixels = new ImageData(width, height);
    await frame.copyTo(pixels.data, asRgba);
    return pixels;
  };
  return async () => {
    if (typeof VideoFrame === "undefined") return createImageBitmap(video);
    const frame = new VideoFrame(video);
    try {
      return await createImageBitmap((await copy(frame)) ?? video);
    } finally {
      frame.close();
    }
  };
}

/** Whether copying the frame gives what drawing would, at no greater cost. */
function isPlain(frame: VideoFrame, width: number, height: number): boolean {
  // What is not I420 is the GPU's, or not a camera's.
  if (frame.format !== "I420") return false;
  // A copy is not turned as the camera was held: only where that is known to be upright.
  const { rotation, flip } = frame as Turned;
  if (rotation !== 0 || flip !== false) return false;
  const { visibleRect } = frame;
  if (visibleRect?.width !== width || visibleRect.height !== height) return false;
  // Who does not know the format would copy another.
  return frame.allocationSize(asRgba) === 4 * width * height;
}
