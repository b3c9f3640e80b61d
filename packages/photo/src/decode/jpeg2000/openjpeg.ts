// @ts-expect-error The package brings no types.
import untyped from "@cornerstonejs/codec-openjpeg/decodewasmjs";

export interface Decoder {
  /** Buffer for the file. */
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  /** View of the decoder's memory: one byte a sample up to 8 bits, two (little-endian) above; samples of a pixel interleaved. */
  getDecodedBuffer(): Uint8Array;
  getFrameInfo(): FrameInfo;
}

export interface FrameInfo {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: number;
  readonly componentCount: number;
  readonly isSigned: boolean;
}

export interface Options {
  readonly print: (line: string) => void;
  readonly printErr: (line: string) => void;
  readonly instantiateWasm?: (
    imports: WebAssembly.Imports,
    use: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => WebAssembly.Exports;
}

/** OpenJPEG's WebAssembly decoder: the part of it that we use. */
export const createOpenJpeg = untyped as (options: Options) => Promise<{ readonly J2KDecoder: new () => Decoder }>;
