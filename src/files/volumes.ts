import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../errors/codeOf.js';
import { bytesOf, type DiskAmount } from '../config/diskAmount.js';
import type { Log } from '../log/log.js';

/** The volumes that uploads fill: that of the files, and that of the database. */
export interface Volumes {
  /** Measures the room, and logs when uploads stop and when they resume. */
  check(): Promise<VolumeRoom>;
  /** The room at the last measurement. */
  last(): VolumeRoom;
}

/** How much room uploads have. */
export interface VolumeRoom {
  /** Bytes above the reserve; infinite where this server sees no volume. */
  readonly left: number;
  /** The size of the volume of the files in bytes; absent where they are in a bucket. */
  readonly size?: number | undefined;
}

/** The volumes, and the reserve that uploads leave free. */
export interface VolumesSettings {
  /** The folder of the files; absent where they are in a bucket. */
  readonly folder: string | undefined;
  /** The folder of the database; undefined where it is on another machine. */
  readonly databaseFolder: () => Promise<string | undefined>;
  readonly reserve: DiskAmount;
  readonly log: Pick<Log, 'warn' | 'info'>;
  /** Measures a volume; by default through the operating system. */
  readonly measure?: typeof measure;
}

/** Uploads resume when the room is this many times the reserve, so that they do not stop again at once. */
const MARGIN = 1.05;

/** Opens the volumes of a server. */
export function openVolumes(settings: VolumesSettings): Volumes {
  const { folder, databaseFolder, reserve, log, measure: measured = measure } = settings;
  let last: VolumeRoom = { left: Infinity };
  let isStopped = false;
  const check = async (): Promise<VolumeRoom> => {
    const files = folder === undefined ? undefined : await measured(folder, true);
    const database = await databaseFolder().catch(() => undefined);
    const beside = database === undefined ? undefined : await measured(database);
    const rooms = [files, beside].flatMap((volume) => (volume ? [leftOf(volume, reserve)] : []));
    const wasStopped = isStopped;
    isStopped = rooms.some(({ free, kept }) => free < (wasStopped ? kept * MARGIN : kept));
    if (isStopped && !wasStopped) log.warn({ rooms }, STOPPED);
    if (!isStopped && wasStopped) log.info({ rooms }, RESUMED);
    const left = isStopped ? 0 : Math.min(Infinity, ...rooms.map(({ free, kept }) => free - kept));
    return (last = { left, size: files?.size });
  };
  return { check, last: () => last };
}

const STOPPED = 'uploads are refused: a volume has less room than STORAGE_RESERVE';
const RESUMED = 'uploads are taken again: there is room above STORAGE_RESERVE';

interface Volume {
  readonly size: number;
  readonly free: number;
}

function leftOf({ size, free }: Volume, reserve: DiskAmount) {
  return { free, kept: Math.min(bytesOf(reserve, size), size) };
}

/**
 * The volume of a folder; undefined where this user does not see it. A missing folder that is `toCome` is created later: its volume is that
 * of the first folder above it that exists.
 */
async function measure(folder: string, toCome = false): Promise<Volume | undefined> {
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return { size: blocks * bsize, free: bavail * bsize };
  } catch (error) {
    const above = path.dirname(folder);
    const isAbove = toCome && codeOf(error) === 'ENOENT' && above !== folder;
    return isAbove ? measure(above, true) : undefined;
  }
}
