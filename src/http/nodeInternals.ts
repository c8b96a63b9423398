import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Undocumented parts of Node and V8 that the server uses. All of them are in this file; each is checked when the server starts and has a
 * fallback (ADR 2).
 */
type Warn = (sentence: string) => void;

/** Major versions of V8 with which the flags were measured: those of Node 20 to 24. */
const MEASURED_V8 = [11, 12, 13];

const MEMORY_FLAGS = [
  // On machines with much memory V8 lets garbage grow to several times the live heap. This limits it to less than the same
  // size again; with a third of it the collector would run too often for thousands of open sockets.
  '--heap-growing-percent=40',
  // V8 learns from the objects made during the start, which live long, to allocate similar ones in the old generation. Objects
  // made later die with their turn; in the old generation they would survive, with all they refer to, until its collection.
  '--no-allocation-site-pretenuring',
];

type Collect = (options: { readonly type: 'minor' }) => void;

/** When young objects are collected after the start, in milliseconds. */
const COLLECTIONS = [3_000, 8_000];

/**
 * Makes V8 return the memory that only the start needed, within half a minute. V8 does so by itself, in small steps, when little was
 * allocated between two collections; in a server that nobody uses yet, these are minutes apart. So this starts two collections, of young
 * objects only, which take some milliseconds. Where V8 offers no way to start them, nothing changes.
 */
export function returnMemoryOfStart(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('globalThis.gc') as Collect | undefined; // V8 defines it.
  setFlagsFromString('--no-expose-gc');
  if (!collect) return;
  for (const delay of COLLECTIONS) setTimeout(collect, delay, { type: 'minor' }).unref();
}

/** Makes V8 keep less garbage. With a version of V8 on which this was not measured, it warns and changes nothing: only memory differs. */
export function setMemoryFlags(warn: Warn, version = process.versions.v8): void {
  if (MEASURED_V8.includes(Number.parseInt(version)))
    return MEMORY_FLAGS.forEach(setFlagsFromString);
  warn(
    `V8 ${version} is not a version with which the memory flags were measured: it runs with its defaults, and may use more memory`,
  );
}

/**
 * Bytes of a connection that the operating system has accepted; the number grows as long as the client reads. Node documents only
 * `bytesWritten`, which includes everything that waits. Without its internals: the bytes of completed writes.
 */
export function bytesAccepted(connection: Socket): number {
  return withinWrites(connection) ?? connection.bytesWritten - connection.writableLength;
}

/** Warns where the progress within a write is unknown: then a client that takes long for a single write counts as stalled. */
export function checkConnection(connection: Socket, warn: Warn): void {
  if (withinWrites(connection) !== undefined) return;
  warn(
    'This version of Node does not report how much of a write was accepted (socket._handle): clients that read slowly may be disconnected',
  );
}

/** The counters of a connection's handle, as far as this version of Node has them. */
interface WriteCounts {
  readonly bytesWritten?: unknown;
  readonly writeQueueSize?: unknown;
}

function withinWrites(connection: Socket): number | undefined {
  const handle = '_handle' in connection ? connection._handle : undefined;
  if (typeof handle !== 'object' || handle === null) return undefined;
  const { bytesWritten, writeQueueSize }: WriteCounts = handle;
  const bytes = Number(bytesWritten) - Number(writeQueueSize);
  return Number.isNaN(bytes) ? undefined : bytes;
}
