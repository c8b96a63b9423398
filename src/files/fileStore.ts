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
  /** Deletes what processes left that died while they wrote, and what was posted for keys that are not noted. */
  tidy(findNoted: (keys: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
  /** Present where clients may send files to the store itself, and get them from it. */
  readonly direct?: DirectStore | undefined;
}

/** What a store does with clients that come to it directly. */
export interface DirectStore {
  /** The form with which a client posts a file of this key; what is posted there is nobody's until it is taken. */
  formFor(key: string, wanted: WantedFile): Promise<PostForm>;
  /** Puts what was posted for a key under another, where nobody can post; gives its length, or undefined where nothing was posted. */
  take(posted: string, key: string): Promise<number | undefined>;
  /** The length of what was posted for a key in bytes; undefined where nothing was. */
  posted(key: string): Promise<number | undefined>;
  /** An address at which whoever has it can get a file, with these headers, for ten minutes. */
  addressOf(key: string, headers: ShownAs): Promise<string>;
}

/** What may be posted. */
export interface WantedFile {
  readonly type: string;
  /** In bytes. */
  readonly most: number;
  /** For how many seconds. */
  readonly within: number;
}

/** A form that is posted with its fields, and then the file. */
export interface PostForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The headers that a reader receives with a file. */
export interface ShownAs {
  readonly type: string;
  /** The header `Content-Disposition`. */
  readonly disposition: string;
}

/** A part of a file: positions of its first and last byte, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
