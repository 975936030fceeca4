declare module 'snappyjs' {
  /** Throws where the bytes say that they unpack to more than `most`. */
  export function uncompress(bytes: Uint8Array, most?: number): Uint8Array
  export function compress(bytes: Uint8Array): Uint8Array
}
