import type { Readable } from 'node:stream';

/** Where the bytes of files are. Each file has a key, which the server makes: words with slashes between them. */
export interface FileStore {
  /**
   * Stores a file whole, or not at all, and gives its length in bytes. A stream is written as it comes. Fails with
   * `PAYLOAD_TOO_LARGE` when there are more than `most` bytes, and with `STORAGE_FULL`.
   */
  save(key: string, content: Uint8Array | Readable, most: number): Promise<number>;
  /** The bytes of a file, or a range of them. The stream fails where there is no such file. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** The length of a file in bytes; undefined where there is none. */
  size(key: string): Promise<number | undefined>;
  /** Deletes a file; one that is not there is no fault. */
  delete(key: string): Promise<void>;
  /** Deletes what processes left that died while they wrote. */
  tidy(): Promise<void>;
}

/** A part of a file: positions of its first and last byte, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
