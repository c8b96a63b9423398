import path from 'node:path';
import type { KeySettings } from '../auth/secretBox.js';
import { openSigner, type Signer } from '../auth/signer.js';
import type { UploadPlace } from '../chat/uploads.js';
import type { NamedUploads } from '../chat/ports.js';
import type { DiskAmount } from '../config/diskAmount.js';
import type { UploadsInFlight } from '../config/uploadsInFlight.js';
import type { MadeFile, ReadFile } from '../integrations/effectOrigin.js';
import type { Log } from '../log/log.js';
import { FileVisibility } from '../schema/enums.js';
import type { File } from '../schema/file.js';
import type { StagedUpload } from '../schema/stagedUpload.js';
import {
  newFile,
  storeFile,
  workspaceOf,
  type ChatFiles,
  type ChatOwner,
  type FileOwner,
} from '../storage/files.js';
import { openDatabaseFolder } from '../storage/databaseFolder.js';
import type { Storage } from '../storage/orm.js';
import { claim } from './claimUploads.js';
import type { UploadUser } from '../storage/uploadHolds.js';
import { openDiskStore } from './diskStore.js';
import type { FileStore } from './fileStore.js';
import { findOwn } from './findOwn.js';
import { findShown, type ShownFile } from './findShown.js';
import { fileNameOf, fileTypeOf } from './fileType.js';
import { holdRoom } from './holdRoom.js';
import { keepUpload, type FetchedFile, type KeptUpload } from './keepUpload.js';
import type { S3Settings } from './s3Bucket.js';
import { openS3Store } from './s3Store.js';
import type { Scan } from './scanFile.js';
import {
  stageMemberUpload,
  stageUpload,
  type ClaimedFile,
  type MemberUpload,
} from './stageUpload.js';
import { HELD_SECONDS, storeBytes } from './storeBytes.js';
import { openVolumes, type Volumes } from './volumes.js';

/** Dependencies of storing and serving files. */
export interface FileParts {
  readonly store: FileStore;
  readonly signer: Signer;
  readonly storage: Storage;
  readonly limits: FileLimits;
  readonly volumes: Volumes;
  /** Counts the bytes of an upload; rejects above a limit. */
  countUpload(of: UploadUser, bytes: number): Promise<void>;
  /** Scans uploads for viruses; absent where no scanner is set. */
  readonly scan?: Scan | undefined;
  /** The start of addresses of this server. */
  readonly ownAddress: () => string;
  /**
   * The address of a file, which begins with `start`, else with `ownAddress`. A public file is for everybody who has its address,
   * a private one for people who may read the results.
   */
  addressOf(file: Pick<File, 'id' | 'name'>, start?: string): string;
}

/** How large files may be, in bytes. */
export interface FileLimits {
  /** One upload. */
  readonly upload: number;
  /** All files of a workspace. */
  readonly storage: DiskAmount;
  /** Uploads of visitors at once. */
  readonly inFlight: UploadsInFlight;
}

/** Stores files and makes their addresses. */
export interface Files extends FileParts {
  /** The address of a file with a signature: whoever has it can read the file for an hour. */
  signedAddressOf(file: Pick<File, 'id' | 'name'>, start?: string): Promise<string>;
  /** Stores a file that was made for a chat, for everybody who has its address, and returns that. It is deleted with the result. */
  keepMade(made: MadeFile, owner: ChatOwner): Promise<string>;
  /** Prepares the upload of a file to the input that waits (`stageUpload.ts`). */
  stage(place: UploadPlace, claimed: ClaimedFile): Promise<StagedUpload>;
  /** Stores a file of a visitor that the server fetched, as an upload to the input that waits (`keepUpload.ts`). */
  keepUpload(place: UploadPlace, fetched: FetchedFile): Promise<KeptUpload>;
  /** Prepares the upload of a file by a member (`stageUpload.ts`). */
  stageForMember(upload: MemberUpload): Promise<{ file: File; stagedUpload: StagedUpload }>;
  /** Claims the uploads of a chat at these addresses, which are kept from then on (`claimUploads.ts`). */
  claim(chat: ChatFiles, addresses: readonly string[]): Promise<NamedUploads>;
  findOwn(address: string, owner: ChatOwner): Promise<ReadFile | undefined>;
  /** The file at an address, if a chat may show it to its person (`findShown.ts`). */
  findShown(address: string, sessionId: string): Promise<ShownFile | undefined>;
}

/** Where files are stored, the keys that sign addresses, and the limits of files. */
export interface FilesSettings extends KeySettings {
  readonly uploadLimit: number;
  readonly uploadsInFlight: UploadsInFlight;
  readonly storageLimit: DiskAmount;
  readonly storageReserve: DiskAmount;
  readonly log: Pick<Log, 'warn' | 'info'>;
  readonly countUpload: FileParts['countUpload'];
  /** Set where files are in a bucket instead of in a folder of `dataDir`. */
  readonly s3?: S3Settings | undefined;
  readonly scan?: Scan | undefined;
}

/** The folder of files within `DATA_DIR`. */
const FOLDER = 'files';

/** How long a signed address is valid, in milliseconds. */
const SIGNED_FOR = 3_600_000;

/** The largest file that a chat may make, in bytes. */
const MOST_MADE = 50_000_000;

/** Seconds after which the turn that made a file has stored its result, or never will: a day. */
const SETTLED_WITHIN = 86_400;

/** Opens the files of a server, whose addresses begin with `ownAddress`. */
export function openFiles(
  settings: FilesSettings,
  storage: Storage,
  ownAddress: () => string,
): Files {
  const parts: FileParts = {
    store: openStore(settings),
    signer: openSigner(settings, 'files'),
    storage,
    limits: {
      upload: settings.uploadLimit,
      storage: settings.storageLimit,
      inFlight: settings.uploadsInFlight,
    },
    countUpload: settings.countUpload,
    volumes: openVolumes({
      folder: settings.s3 ? undefined : path.join(settings.dataDir, FOLDER),
      databaseFolder: openDatabaseFolder(storage.pool),
      reserve: settings.storageReserve,
      log: settings.log,
    }),
    scan: settings.scan,
    ownAddress,
    addressOf: (file, start = ownAddress()) => `${start}${pathOf(file)}`,
  };
  const files: Omit<Files, 'findShown'> = {
    ...parts,
    signedAddressOf: (file, start) => signedAddressOf(parts, file, start),
    keepMade: (made, owner) => keepMade(parts, made, owner),
    stage: (place, claimed) => stageUpload(parts, place, claimed),
    keepUpload: (place, fetched) => keepUpload(parts, place, fetched),
    stageForMember: (upload) => stageMemberUpload(parts, upload),
    claim: (chat, addresses) => claim(parts, chat, addresses),
    findOwn: (address, owner) => findOwn(parts, address, owner),
  };
  return { ...files, findShown: (address, sessionId) => findShown(files, address, sessionId) };
}

/** With a virus scan, uploads come to this server first, and never directly to the store. */
function openStore({ s3, dataDir, scan }: FilesSettings): FileStore {
  const store = s3 ? openS3Store(s3) : openDiskStore(path.join(dataDir, FOLDER));
  return scan ? { ...store, direct: undefined } : store;
}

async function signedAddressOf(
  { signer, addressOf }: FileParts,
  file: Pick<File, 'id' | 'name'>,
  start?: string,
): Promise<string> {
  const until = String(Date.now() + SIGNED_FOR);
  const signature = await signer.sign(readText(file.id, until));
  return `${addressOf(file, start)}?expires=${until}&signature=${signature}`;
}

async function keepMade(
  parts: FileParts,
  { name, type: given, content }: MadeFile,
  { botId, ...chat }: ChatOwner,
): Promise<string> {
  const { storage, store, addressOf } = parts;
  const { type, ending } = fileTypeOf({ name, type: given });
  const unit = storage.openUnit();
  const workspaceId = await workspaceOf(unit, botId);
  const owner: FileOwner = { workspaceId, botId, ...ownerOf(chat) };
  const facts = { name: fileNameOf(name, ending), type, visibility: FileVisibility.PUBLIC };
  const file = newFile({ owner, ...facts, isUsed: true, keptFor: SETTLED_WITHIN });
  // The row comes first, so that what a process leaves that dies in the middle is deleted like any file.
  await storeFile(unit, file);
  const wanted = content instanceof Uint8Array ? Math.min(content.length, MOST_MADE) : MOST_MADE;
  const of = { workspaceId, botId };
  const hold = { stagedKey: file.key, of, wanted, least: 1, seconds: HELD_SECONDS };
  await storeBytes(parts, file, {
    note: async (key) => holdRoom(parts, { key, ...hold }),
    put: async (key, granted) => store.save(key, content, granted),
  });
  return addressOf(file);
}

/** The owner of the files of a chat. A preview has no result, so its files belong to the chat itself. */
function ownerOf({
  resultId,
  sessionId,
}: Pick<ChatOwner, 'resultId' | 'sessionId'>): Pick<FileOwner, 'resultId' | 'sessionId'> {
  return resultId === undefined ? { sessionId } : { resultId };
}

/** The signed text of an address for reading a file. */
export function readText(id: string, until: string): string {
  return `read ${id} until ${until}`;
}

/** The path of a file: its id, and the ending of its name for programs that go by endings. */
function pathOf({ id, name }: Pick<File, 'id' | 'name'>): string {
  return `/files/${id}${name.slice(name.lastIndexOf('.'))}`;
}
