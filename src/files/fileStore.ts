import type { Readable } from 'node:stream';

/** Stores the bytes of files. Each file has a key, which the server makes: words with slashes between them. */
export interface FileStore {
  /**
   * Stores a file whole, or not at all, and returns its length in bytes. A stream is written as it arrives. Fails with
   * `PAYLOAD_TOO_LARGE` when there are more than `most` bytes, and with `STORAGE_FULL`.
   */
  save(key: string, content: Uint8Array | Readable, most: number): Promise<number>;
  /** The bytes of a file, or a range of them. The stream fails where there is no such file. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** The length of a file in bytes; undefined where there is none. */
  size(key: string): Promise<number | undefined>;
  /** Deletes a file; a missing one is no error. */
  delete(key: string): Promise<void>;
  /** Deletes unfinished files of processes that died, and what was posted for keys that are not noted. */
  tidy(findNoted: (keys: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>;
  /** Present where clients may send files directly to the store, and get them from it. */
  readonly direct?: DirectStore | undefined;
}

/** What a store offers to clients directly. */
export interface DirectStore {
  /** The form with which a client posts a file of this key. What is posted belongs to nobody until it is taken. */
  formFor(key: string, wanted: WantedFile): Promise<PostForm>;
  /** Moves what was posted for a key to another key, where nobody can post. Returns its length, or undefined where nothing was posted. */
  take(posted: string, key: string): Promise<number | undefined>;
  /** The length of what was posted for a key in bytes; undefined where nothing was. */
  posted(key: string): Promise<number | undefined>;
  /** An address at which whoever has it can get a file, with these headers, for ten minutes. */
  addressOf(key: string, headers: ShownAs): Promise<string>;
}

/** The limits of what may be posted. */
export interface WantedFile {
  readonly type: string;
  /** In bytes. */
  readonly most: number;
  /** Seconds for which it may be posted. */
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
  readonly disposition: string;
}

/** A part of a file: positions of its first and last byte, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}
