import path from 'node:path';
import type { Readable } from 'node:stream';
import type { KeySettings } from '../auth/secretBox.js';
import { openSigner, type Signer } from '../auth/signer.js';
import { Failure } from '../errors/errors.js';
import { FileVisibility } from '../schema/enums.js';
import { Bot } from '../schema/bot.js';
import type { File } from '../schema/file.js';
import { newFile, storeFile, type FileOwner } from '../storage/files.js';
import type { Storage } from '../storage/orm.js';
import { openDiskStore } from './diskStore.js';
import type { FileStore } from './fileStore.js';
import { fileNameOf, fileTypeOf } from './fileType.js';

/** A file that the server makes for a chat, such as speech or an image. */
export interface MadeFile {
  /** What a person who downloads it sees; its ending follows the type. */
  readonly name: string;
  /** The media type. */
  readonly type: string;
  readonly content: Uint8Array | Readable;
}

/** The chat that a made file belongs to. */
export interface ChatOwner {
  readonly botId: string;
  /** Absent in a preview. */
  readonly resultId?: string | undefined;
  readonly sessionId: string;
}

/** Stores files and makes their addresses. */
export interface Files {
  readonly store: FileStore;
  readonly signer: Signer;
  /** The address of a file. A public one serves everybody who has it, a private one people who may read the results. */
  addressOf(file: Pick<File, 'id' | 'name'>): string;
  /** The same with a signature, so that whoever has it can read the file for an hour. */
  signedAddressOf(file: Pick<File, 'id' | 'name'>): Promise<string>;
  /** Stores what was made for a chat, for everybody who has its address, and gives that. It is deleted with the result. */
  keepMade(made: MadeFile, owner: ChatOwner): Promise<string>;
}

/** Where files are, and the keys that sign addresses. */
export type FilesSettings = KeySettings;

/** The folder of files within `DATA_DIR`. */
const FOLDER = 'files';

/** How long a signed address holds, in milliseconds. */
const SIGNED_FOR = 3_600_000;

/** The largest file that a chat may make, in bytes. */
const MOST_MADE = 50_000_000;

/** Within a day, in seconds, the turn that made a file has stored its result, or it never will. */
const SETTLED_WITHIN = 86_400;

/** Opens the files of a server, whose addresses begin with `ownAddress`. */
export function openFiles(
  settings: FilesSettings,
  storage: Storage,
  ownAddress: () => string,
): Files {
  const store = openDiskStore(path.join(settings.dataDir, FOLDER));
  const signer = openSigner(settings, 'files');
  const addressOf: Files['addressOf'] = (file) => `${ownAddress()}${pathOf(file)}`;
  return {
    store,
    signer,
    addressOf,
    async signedAddressOf(file) {
      const until = String(Date.now() + SIGNED_FOR);
      const signature = await signer.sign(readText(file.id, until));
      return `${addressOf(file)}?expires=${until}&signature=${signature}`;
    },
    async keepMade({ name, type: given, content }, { botId, ...chat }) {
      const { type, ending } = fileTypeOf({ name, type: given });
      const unit = storage.openUnit();
      const bot = await unit.findOne(Bot, { id: botId }, { fields: ['workspaceId'] });
      if (!bot) throw new Failure('BOT_NOT_FOUND', 'The bot that the file was made for is gone');
      const owner: FileOwner = { workspaceId: bot.workspaceId, botId, ...ownerOf(chat) };
      const facts = { name: fileNameOf(name, ending), type, visibility: FileVisibility.PUBLIC };
      const file = newFile({ owner, ...facts, isUsed: true, keptFor: SETTLED_WITHIN });
      file.bytes = await store.save(file.key, content, MOST_MADE);
      file.uploadedAt = new Date();
      await storeFile(unit, file);
      return addressOf(file);
    },
  };
}

/** A preview has no result: its files belong to its chat. */
function ownerOf({
  resultId,
  sessionId,
}: Pick<ChatOwner, 'resultId' | 'sessionId'>): Pick<FileOwner, 'resultId' | 'sessionId'> {
  return resultId === undefined ? { sessionId } : { resultId };
}

/** What a signature for reading a file is made of. */
export function readText(id: string, until: string): string {
  return `read ${id} until ${until}`;
}

/** The path of a file: its id, and the ending of its name for programs that look at that. */
function pathOf({ id, name }: Pick<File, 'id' | 'name'>): string {
  return `/files/${id}${name.slice(name.lastIndexOf('.'))}`;
}
