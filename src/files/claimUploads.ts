import { plainHost } from '../context/otherDomain.js';
import type { NamedUploads } from '../chat/ports.js';
import type { RefusedUpload, Upload } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { File } from '../schema/file.js';
import { claimFiles, findUnseen, noteAttempt, type ChatFiles } from '../storage/files.js';
import { findHeldDomains } from '../storage/ownOrigins.js';
import type { DirectStore } from './fileStore.js';
import { endingsOfUpload } from './fileSignature.js';
import type { FileParts } from './files.js';
import { fileIdIn } from './findOwn.js';
import { refused } from './refused.js';
import { storeUpload } from './storeBytes.js';

/**
 * Claims the uploads of a chat at these addresses, which are kept from then on. Also returns the addresses at this server that are no
 * uploads of the chat: such uploads were refused or have expired, never existed, or belong to another chat. Addresses at other servers are
 * ignored.
 */
export async function claim(
  parts: FileParts,
  chat: ChatFiles,
  addresses: readonly string[],
): Promise<NamedUploads> {
  const places = await placesHere(parts, addresses);
  if (places.length === 0) return { uploads: [], refusedUploads: [] };
  const ids = places.map(({ address }) => fileIdIn(address) ?? '');
  const { direct } = parts.store;
  const reasons = direct && (await takePosted({ ...parts, direct }, chat, ids));
  const files = new Map(
    (await claimFiles(parts.storage.chatPool, chat, ids)).map((file) => [file.id, file]),
  );
  const uploads: Upload[] = [];
  const refusedUploads: RefusedUpload[] = [];
  for (const [index, place] of places.entries()) {
    const id = ids[index] ?? '';
    const url = place.address;
    const file = files.get(id);
    if (file && isAddressOf(parts, file, place)) uploads.push({ url, bytes: file.bytes });
    else refusedUploads.push({ url, why: reasons?.get(id) ?? NOT_OF_CHAT });
  }
  return { uploads, refusedUploads };
}

const NOT_OF_CHAT = 'This chat has no upload at the address';

/** An address of a file at this server, and the start of such addresses there. */
interface PlaceHere {
  readonly address: string;
  readonly start: string;
}

/**
 * Those of some addresses at which a browser reaches the files of this server, however they are written: at its own address, or at a domain
 * that a workspace holds. A statement looks those domains up, and runs only where the path is one of files.
 */
async function placesHere(
  { ownAddress, storage }: FileParts,
  addresses: readonly string[],
): Promise<PlaceHere[]> {
  const start = ownAddress();
  const own = new URL(`${start}/files/`);
  const places: PlaceHere[] = [];
  const others: { readonly address: string; readonly url: URL }[] = [];
  for (const address of addresses) {
    const url = URL.parse(address);
    if (url && isBelow(own, url)) places.push({ address, start });
    else if (url && pathOf(url).startsWith('/files/')) others.push({ address, url });
  }
  if (others.length === 0) return places;
  const hosts = others.map(({ url }) => plainHost(url.hostname));
  const heldDomains = await findHeldDomains(storage.chatPool, hosts);
  for (const { address, url } of others) {
    if (!heldDomains.has(plainHost(url.hostname))) continue;
    places.push({ address, start: `${url.protocol}//${url.host}` });
  }
  return places;
}

function isBelow(own: URL, url: URL): boolean {
  return hostOf(url) === hostOf(own) && pathOf(url).startsWith(pathOf(own));
}

function hostOf({ host }: URL): string {
  return host.replace(/\.(?=:|$)/, '');
}

/** A path in the form in which the routes of this server compare it; empty where it cannot be decoded, so that it matches no route. */
function pathOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname).replace(/\/+/g, '/').toLowerCase();
  } catch {
    return '';
  }
}

/** Whether this is an address of a file: its own, or, for an image, the one from before its bytes showed its type. */
function isAddressOf(
  { addressOf }: FileParts,
  { id, name, type }: Pick<File, 'id' | 'name' | 'type'>,
  { address, start }: PlaceHere,
): boolean {
  const names = [name, ...endingsOfUpload(type).map((ending) => `.${ending}`)];
  return names.some((one) => addressOf({ id, name: one }, start) === address);
}

/** Takes what clients posted to the store, if it may be kept; returns why the rest is refused, by file id. */
async function takePosted(
  { direct, ...parts }: FileParts & { readonly direct: DirectStore },
  chat: ChatFiles,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  for (const file of await findUnseen(parts.storage.openUnit(), chat, ids)) {
    await storeUpload(parts, file, {
      // Room for these bytes has been held since the upload was prepared, and is held until nothing can be posted for it any more.
      note: async (key) => noteAttempt(parts.storage.pool, key),
      put: async (key) => (await direct.take(file.key, key)) ?? notPosted(),
    }).catch((error: unknown) => {
      if (!(error instanceof Failure && error.reason === 'UPLOAD_REFUSED')) throw error;
      reasons.set(file.id, error.message);
    });
  }
  return reasons;
}

function notPosted(): never {
  throw refused('Nothing was uploaded');
}
