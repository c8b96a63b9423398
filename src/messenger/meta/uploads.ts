import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ShownFile } from '../../files/findShown.js';
import type { Http } from '../../integrations/http.js';
import type { StreamedBody } from '../../integrations/outgoing.js';
import { parsedAs } from '../../integrations/parsedAs.js';
import type { NotSent } from '../channel.js';
import type { Account } from './account.js';
import { notSentOf } from './outcomeOf.js';

/** A file at the service, by its id there; or why it was not uploaded. */
export type Uploaded = { readonly outcome: 'uploaded'; readonly id: string } | NotSent;

/** Uploads files to the services of numbers. */
export interface Uploads {
  /** Uploads a file once a day for each number, however many people get it. Never rejects. */
  upload(account: Account, file: ShownFile, abandoned: AbortSignal): Promise<Uploaded>;
}

/** In milliseconds. */
const UPLOADED_WITHIN = 60_000;

/** How long an id is used again, in milliseconds, and how many are kept: the service keeps a file for 30 days. */
const KEPT = { ttl: 86_400_000, max: 10_000 };

const uploadedSchema = z.object({ id: z.string().min(1) });

/** Opens the uploads of a process. After a crash a file may be uploaded again, which nobody notices. */
export function openUploads(http: Http): Uploads {
  const kept = new LRUCache<string, Promise<Uploaded>>(KEPT);
  return {
    async upload(account, file, abandoned) {
      const { mediaUrl, headers } = account;
      const key = JSON.stringify([mediaUrl, headers, file.id]);
      const known = kept.get(key);
      const uploading = known ?? uploadTo(http, account, { file, abandoned });
      if (!known) kept.set(key, uploading);
      const uploaded = await uploading;
      if (uploaded.outcome !== 'uploaded') kept.delete(key);
      return uploaded;
    },
  };
}

/** https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media#upload-media */
async function uploadTo(
  http: Http,
  { mediaUrl: url, headers }: Account,
  { file, abandoned }: { file: ShownFile; abandoned: AbortSignal },
): Promise<Uploaded> {
  const boundary = `parley-${randomUUID()}`;
  const response = await http.send({
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: formOf(file, boundary),
    timeoutMs: UPLOADED_WITHIN,
    abandoned,
  });
  const failed = notSentOf(response);
  if (failed) return failed;
  const id = response.ok ? parsedAs(uploadedSchema, response.body)?.id : undefined;
  return id === undefined
    ? { outcome: 'refused', why: 'it took a file without giving its id' }
    : { outcome: 'uploaded', id };
}

/** The form of an upload (RFC 7578). */
function formOf({ name, type, bytes, read }: ShownFile, boundary: string): StreamedBody {
  const fields = Object.entries({ messaging_product: 'whatsapp', type }).map(
    ([field, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `form-data; name="file"; filename="${plainName(name)}"`;
  const head = `${fields.join('')}--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${type}\r\n\r\n`;
  const [before, after] = [Buffer.from(head), Buffer.from(`\r\n--${boundary}--\r\n`)];
  return {
    length: before.length + bytes + after.length,
    open: async () => Readable.from(joined(before, await read(), after)),
  };
}

/** A name that cannot end a header. Names of stored files have no quotes and no control characters (`files/fileType.ts`). */
function plainName(name: string): string {
  return name.replace(/["\r\n]/g, '_');
}

async function* joined(before: Buffer, content: Readable, after: Buffer): AsyncGenerator<Buffer> {
  yield before;
  for await (const piece of content) yield Buffer.from(piece);
  yield after;
}
