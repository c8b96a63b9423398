import type { UploadPlace } from '../chat/uploads.js';
import { MB } from '../config/size.js';
import { isAllowedFile, type UploadRule } from '../engine/index.js';
import { FileVisibility } from '../schema/enums.js';
import type { File } from '../schema/file.js';
import type { StagedUpload } from '../schema/stagedUpload.js';
import {
  newFile,
  STAGED_SECONDS,
  storeFile,
  workspaceOf,
  type FileOwner,
} from '../storage/files.js';
import type { UploadUser } from '../storage/uploadHolds.js';
import type { FileParts } from './files.js';
import { holdRoom } from './holdRoom.js';
import { refused } from './refused.js';
import type { DirectStore } from './fileStore.js';
import { SIGNED_IMAGES } from './fileSignature.js';
import { fileNameOf, fileTypeOf, isActiveType, UNKNOWN_TYPE } from './fileType.js';

/** A file as its client describes it. */
export interface ClaimedFile {
  readonly name: string;
  readonly type?: string | undefined;
  /** In bytes. */
  readonly size?: number | undefined;
}

/** How long the address of an upload is valid, in milliseconds. */
const STAGED_FOR = 600_000;

/** Seconds for which an upload is kept that is not sent. */
const UNSENT_FOR = 86_400;

/**
 * Prepares the upload of a file to the input that waits: checks its description, gives it a name of the server's choice, and signs where it
 * goes and how large it may be. Fails with `UPLOAD_REFUSED`, and with `STORAGE_FULL` where the workspace has used its share.
 */
export async function stageUpload(
  parts: FileParts,
  place: UploadPlace,
  claimed: ClaimedFile,
): Promise<StagedUpload> {
  const auto = FileVisibility.PUBLIC;
  const { direct } = parts.store;
  // Bytes that come to this server are counted on arrival.
  const counted = direct ? Infinity : undefined;
  const { file, most, held } = await expectUpload(parts, place, { ...claimed, auto, counted });
  // The store itself takes as many bytes as are held now; this server may hold more on arrival.
  return stagedUpload(parts, file, { most: direct ? held : most, direct });
}

/** An upload that is expected: its row, its most bytes, and the rule of the input that it follows. */
interface ExpectedUpload {
  readonly file: File;
  readonly most: number;
  /** The bytes that are held for it. */
  readonly held: number;
  readonly rule: UploadRule;
}

/** A file as it is described, and how its upload counts. */
interface ToExpect extends ClaimedFile {
  /** The meaning of the visibility `Auto`. */
  readonly auto: FileVisibility;
  /** The most of its bytes that count for the rate limits now; undefined where they count on arrival. */
  readonly counted: number | undefined;
}

/** Stores the row of an upload that the waiting input takes. Fails like `stageUpload`, and with `RATE_LIMITED` where it is counted. */
export async function expectUpload(
  parts: FileParts,
  place: UploadPlace,
  { auto, counted, ...claimed }: ToExpect,
): Promise<ExpectedUpload> {
  const { type, ending } = fileTypeOf(claimed);
  const rule = place.rules.find(({ types }) => isAllowedFile(`file.${ending}`, types));
  if (!rule) throw refused(`Files of the type ${type} are not taken here`);
  const most = Math.min(parts.limits.upload, (rule.megabytes ?? Infinity) * MB);
  assertSize(claimed, most);
  const unit = parts.storage.openUnit();
  const workspaceId = await workspaceOf(unit, place.botId);
  const file = newFile({
    owner: { workspaceId, ...ownedBy(place) },
    name: fileNameOf(claimed.name, ending),
    type,
    imageTypes: imagesAmong(rule.types),
    visibility: { ...VISIBLE, Auto: auto }[rule.visibility],
    isUsed: false,
    keptFor: UNSENT_FOR,
  });
  const { clientAddress } = place;
  const held = await holdStaged(parts, file, { claimed, most, counted, clientAddress });
  await storeFile(unit, file);
  return { file, most, held, rule };
}

/** The types of images that a list of types takes, of those whose first bytes are known. */
function imagesAmong(types?: readonly string[]): string[] {
  const taken = SIGNED_IMAGES.filter(({ ending }) => isAllowedFile(`file.${ending}`, types));
  return taken.map(({ type }) => type);
}

/** The meaning of the other values of the option. */
const VISIBLE = { Public: FileVisibility.PUBLIC, Private: FileVisibility.PRIVATE };

/** An upload of a member for a bot or a workspace, and who may read it. */
export interface MemberUpload {
  readonly owner: Pick<FileOwner, 'workspaceId' | 'botId'>;
  readonly claimed: ClaimedFile;
  readonly visibility: FileVisibility;
}

/**
 * Prepares the upload of a file by a member, such as an image or an avatar; it stays until it is deleted, or its bot or workspace
 * is. Fails with `UPLOAD_REFUSED`, also for types that browsers run, and with `STORAGE_FULL`.
 */
export async function stageMemberUpload(
  parts: FileParts,
  { owner, claimed, visibility }: MemberUpload,
): Promise<{ file: File; stagedUpload: StagedUpload }> {
  const { type, ending } = fileTypeOf(claimed);
  if (isActiveType(type)) throw refused(`Files of the type ${type} could act as a page`);
  const { upload: most } = parts.limits;
  assertSize(claimed, most);
  const name = fileNameOf(claimed.name, ending);
  const imageTypes = imagesAmong();
  const facts = { owner, name, type, visibility, imageTypes };
  const file = newFile({ ...facts, isUsed: false, keptFor: UNSENT_FOR });
  await holdStaged(parts, file, { claimed, most });
  await storeFile(parts.storage.openUnit(), file);
  return { file, stagedUpload: await stagedUpload(parts, file, { most }) };
}

function assertSize({ size }: ClaimedFile, most: number): void {
  if (Number(size ?? 0) > most) throw refused(`A file may have ${most} bytes at most`);
}

/** The address and form of an upload to this server, which are valid for ten minutes. */
async function stagedHere(
  { signer, ownAddress }: FileParts,
  file: File,
  { most, until }: { most: number; until: number },
): Promise<Pick<StagedUpload, 'url' | 'formData'>> {
  const signature = await signer.sign(uploadText(file, { most, until }));
  const token = [file.id, most, until, signature].join('.');
  return { url: `${ownAddress()}/files/uploads`, formData: { token } };
}

/** The same for an upload directly to the store. */
async function stagedThere(
  direct: DirectStore,
  { key, type }: File,
  most: number,
): Promise<Pick<StagedUpload, 'url' | 'formData'>> {
  const shown = isActiveType(type) ? UNKNOWN_TYPE : type;
  const within = STAGED_FOR / 1_000;
  const { url, fields } = await direct.formFor(key, { type: shown, most, within });
  return { url, formData: fields };
}

async function stagedUpload(
  parts: FileParts,
  file: File,
  { most, direct }: { most: number; direct?: DirectStore | undefined },
): Promise<StagedUpload> {
  const expiresAt = new Date(Date.now() + STAGED_FOR);
  const until = expiresAt.getTime();
  const place = await (direct
    ? stagedThere(direct, file, most)
    : stagedHere(parts, file, { most, until }));
  const fileUrl = parts.addressOf(file);
  return { ...place, fileUrl, fileType: file.type, maxBytes: most, expiresAt };
}

/** The signed text of an upload: its file, its type, its size and its time. */
export function uploadText(
  { id, type }: Pick<File, 'id' | 'type'>,
  { most, until }: { most: number; until: number },
): string {
  return `upload ${id} of type ${type} with at most ${most} bytes until ${until}`;
}

/** Counts an upload that is prepared and holds room for it: for the length that the client claims, else for its most bytes. */
async function holdStaged(
  parts: FileParts,
  file: File,
  { claimed, most, counted, clientAddress }: HeldFor,
): Promise<number> {
  const size = Math.ceil(Math.max(0, claimed.size ?? 0));
  const wanted = size || most;
  const of = userOf(file, clientAddress);
  // Counted first, so that nothing is held above a limit.
  if (counted !== undefined) await parts.countUpload(of, Math.min(wanted, counted));
  return holdRoom(parts, {
    ...{ key: file.key, stagedKey: file.key, of },
    ...{ wanted, least: size || 1, seconds: STAGED_SECONDS },
  });
}

interface HeldFor {
  readonly claimed: ClaimedFile;
  readonly most: number;
  readonly counted?: number | undefined;
  readonly clientAddress?: string | undefined;
}

/** Whose limits the upload of a file counts for. */
export function userOf(
  { workspaceId, botId, resultId, sessionId }: File,
  clientAddress?: string,
): UploadUser {
  const chat = resultId ?? sessionId ?? undefined;
  return { workspaceId, botId, ...(chat !== undefined && { chat, clientAddress }) };
}

function ownedBy({ botId, resultId, sessionId, blockId }: UploadPlace) {
  return { botId, blockId, ...(resultId === undefined ? { sessionId } : { resultId }) };
}
