// Pictures, sounds and films that flows load from another storage, brought to this server.
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { allNodes } from './send.mjs';

const FILES = `query ($botId: ID!, $after: String) {
  bot(id: $botId) { files(first: 100, after: $after) { nodes { name url } nextCursor } }
}`;

const UPLOAD = `mutation ($input: CreateFileUploadInput!) {
  createFileUpload(input: $input) {
    stagedUpload { url formData fileUrl } userErrors { message reason }
  }
}`;

/**
 * Brings files to a bot, each once: its name here begins with the hash of the address it had. Gives the new address of each that
 * is here, and calls `failed` with those that cannot be brought. With `isDryRun` it brings none.
 */
export async function bringFiles(parley, { botId, addresses, isDryRun, failed }) {
  if (addresses.length === 0) return new Map();
  const here = await allNodes(async (after) => (await parley(FILES, { botId, after })).bot.files);
  const brought = new Map();
  for (const address of addresses) {
    const known = here.find(({ name }) => name.startsWith(markOf(address)));
    if (!known && isDryRun) continue;
    try {
      brought.set(address, known?.url ?? (await bringFile(parley, botId, address)));
    } catch (error) {
      failed(address, error);
    }
  }
  return brought;
}

const markOf = (address) => createHash('sha256').update(address).digest('hex').slice(0, 16);

async function bringFile(parley, botId, address) {
  const response = await globalThis.fetch(address);
  if (!response.ok) throw new Error(`answered ${response.status}`);
  const bytes = await response.blob();
  const fileName = `${markOf(address)}-${basename(new URL(address).pathname)}`;
  const fileType = bytes.type.split(';')[0] || undefined;
  const input = { botId, fileName, fileType, fileSize: bytes.size };
  const { url, formData, fileUrl } = (await parley(UPLOAD, { input })).createFileUpload
    .stagedUpload;
  const form = new globalThis.FormData();
  for (const [name, value] of Object.entries(formData)) form.append(name, value);
  form.append('file', bytes, fileName);
  const answer = await globalThis.fetch(url, { method: 'POST', body: form });
  if (!answer.ok) throw new Error(`could not be stored: ${await answer.text()}`);
  return fileUrl;
}
