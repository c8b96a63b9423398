import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { partAt, recordAt, textAt } from './parts.js';
import { readBody, useServer } from './useServer.js';

/** The account at Meta that the server accepts; all its members but the provider and the number are secret. */
export const ACCOUNT = {
  provider: 'meta',
  systemUserAccessToken: 'EAAcanaryToken',
  phoneNumberId: '106540352242922',
  appSecret: 'canary-app-secret',
  verifyToken: 'canary-verify-token',
} as const;

/** The account of the same number at 360dialog. */
export const DIALOG_ACCOUNT = {
  provider: '360dialog',
  apiKey: 'canary-360-key',
  webhookSecret: 'canary-webhook-secret',
} as const;

/** A request to the server. */
export interface MetaCall {
  readonly method: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * How the server fails a request: with a status and a body, by closing the connection (`break`), or without any answer
 * (`silence`); `lost`: it accepts the message, and the answer is cut off.
 */
export type Trouble =
  { readonly status: number; readonly body: string } | 'break' | 'silence' | 'lost';

/** A file that a person sent. */
export interface PersonsFile {
  readonly type: string;
  readonly content: Buffer;
}

/**
 * A fake of the part of WhatsApp's Cloud API (https://developers.facebook.com/docs/whatsapp/cloud-api) that chats need, with its limits.
 * The endpoints of Meta are below `/v25.0`, those of 360dialog at the root.
 */
export interface MetaServer {
  url(): string;
  /** All requests with valid credentials. */
  readonly calls: MetaCall[];
  /** The accepted messages, in order. */
  messages(): MetaCall['body'][];
  /** How the next messages fail, one entry each. */
  readonly troubles: Trouble[];
  /** How the next uploads fail, one entry each. */
  readonly uploadTroubles: Trouble[];
  /** The files that people have sent, by id. */
  readonly files: Map<string, PersonsFile>;
  /** The files that were uploaded to the service, by id. */
  readonly uploads: Map<string, PersonsFile>;
}

/** One fake for all tests of a file; it keeps its state between them. */
export function useMeta(): MetaServer {
  const lists = { calls: [], taken: [], troubles: [], uploadTroubles: [] };
  const known: Known = { ...lists, files: new Map(), uploads: new Map(), origin: () => url() };
  const url = useServer((request, response) => {
    readBody(request, (bytes) => {
      void callOf(request, bytes).then((call) => answer(known, call, response));
    });
  });
  return { ...known, url, messages: () => known.taken };
}

interface Known extends Pick<
  MetaServer,
  'calls' | 'troubles' | 'files' | 'uploads' | 'uploadTroubles'
> {
  readonly taken: MetaCall['body'][];
  readonly origin: () => string;
}

interface Call extends MetaCall {
  readonly token: string | undefined;
  readonly isDialog: boolean;
}

async function callOf(
  { method = '', url = '', headers }: IncomingMessage,
  bytes: Buffer,
): Promise<Call> {
  const isDialog = !url.startsWith('/v25.0/') && !url.startsWith('/attachments/');
  const token = isDialog
    ? headers['d360-api-key']?.toString()
    : headers.authorization?.replace('Bearer ', '');
  const type = headers['content-type'] ?? '';
  const body = bytes.length === 0 ? {} : await bodyIn(type, bytes);
  return { method, path: url, token, isDialog, body };
}

/** The body of a request: JSON, or the fields of a form and its file. */
async function bodyIn(type: string, bytes: Buffer): Promise<MetaCall['body']> {
  if (!type.startsWith('multipart/')) return recordAt(JSON.parse(bytes.toString()));
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type },
  }).formData();
  const file = form.get('file');
  if (typeof file === 'string' || file === null) return {};
  const content = Buffer.from(await file.arrayBuffer());
  const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
  return { ...fields, file: { name: file.name, type: file.type, content } };
}

type Answer = Exclude<Trouble, string> | PersonsFile;

function answer(known: Known, call: Call, response: ServerResponse): void {
  const reply = answerOf(known, call);
  if (reply === 'silence') return;
  if (reply === 'break') return void response.destroy();
  if ('content' in reply) {
    return void response.writeHead(200, { 'content-type': reply.type }).end(reply.content);
  }
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
}

function answerOf(known: Known, call: Call): Answer | 'break' | 'silence' {
  const { isDialog, token, method, path, body } = call;
  const own = isDialog ? DIALOG_ACCOUNT.apiKey : ACCOUNT.systemUserAccessToken;
  if (token !== own) return failure(401, 190, `Malformed access token ${token}`);
  known.calls.push({ method, path, body });
  if (method === 'GET' && path.startsWith(`/v25.0/${ACCOUNT.phoneNumberId}?`)) return NUMBER;
  if (method === 'GET') return fileOf(known, call);
  if (method === 'POST' && path.endsWith('/media')) return uploadTo(known, call);
  const wanted = isDialog ? '/messages' : `/v25.0/${ACCOUNT.phoneNumberId}/messages`;
  if (method !== 'POST' || path !== wanted) return failure(404, 100, 'Unsupported request');
  if (body['messaging_product'] !== 'whatsapp') return failure(400, 100, 'Invalid parameter');
  if (body['status'] === 'read') return success({ success: true });
  const trouble = known.troubles.shift();
  if (trouble === 'lost') known.taken.push(body);
  if (trouble !== undefined) return trouble === 'lost' ? 'break' : trouble;
  const mediaId = mediaIn(body);
  if (mediaId !== undefined && !known.uploads.has(mediaId)) {
    return failure(400, 131009, `Parameter value is not valid: ${mediaId}`);
  }
  const isFor = ({ to, recipient }: MetaCall['body']) =>
    recipient === undefined ? /^\d+$/.test(String(to)) : /^[A-Z]{2}\.\w+$/.test(String(recipient));
  const fault = isFor(body) ? faultOf(body) : 'to';
  if (fault !== undefined) return failure(400, 131009, `Parameter value is not valid: ${fault}`);
  known.taken.push(body);
  return success({ messages: [{ id: `wamid.${known.taken.length}` }] });
}

/** Accepts an uploaded file. */
function uploadTo(known: Known, { isDialog, path, body }: Call): Answer | 'break' | 'silence' {
  const wanted = isDialog ? '/media' : `/v25.0/${ACCOUNT.phoneNumberId}/media`;
  if (path !== wanted) return failure(404, 100, 'Unsupported request');
  const trouble = known.uploadTroubles.shift();
  if (trouble !== undefined && trouble !== 'lost') return trouble;
  const file = recordAt(body, 'file');
  const { content } = file;
  const type = textAt(file, 'type');
  if (body['messaging_product'] !== 'whatsapp' || !Buffer.isBuffer(content)) {
    return failure(400, 100, 'Invalid parameter');
  }
  const id = `media.${known.uploads.size + 1}`;
  known.uploads.set(id, { type, content });
  return success({ id });
}

/** What Meta says of the number. */
const NUMBER = success({ display_phone_number: '+1 555-010-0001', verified_name: 'Corner shop' });

/** The address of a file, or its bytes. 360dialog gives an address at Meta, whose path clients request at 360dialog's host. */
function fileOf({ files, origin }: Known, { path, isDialog }: Call): Answer {
  const folder = isDialog ? '/whatsapp_business/attachments/?mid=' : '/attachments/';
  const [id = ''] = path
    .replace(folder, '')
    .replace(/^\/(v25.0\/)?/, '')
    .split(/[&?]/);
  const file = files.get(id);
  if (!file) return failure(404, 100, `Object with ID '${id}' does not exist`);
  if (path.startsWith(folder)) return file;
  const { type, content } = file;
  const host = isDialog ? 'https://lookaside.fbsbx.com' : origin();
  const url = `${host}${folder}${id}${isDialog ? '&' : '?'}ext=1&hash=a`;
  return success({ id, url, mime_type: type, file_size: content.length });
}

function success(document: object): Answer {
  return { status: 200, body: JSON.stringify(document) };
}

/** An error response of the service. */
export function failure(status: number, code: number, message: string): Exclude<Trouble, string> {
  return { status, body: JSON.stringify({ error: { message, type: 'OAuthException', code } }) };
}

/** The most characters or members that each part may have. */
const LIMITS: readonly (readonly [part: string, most: number])[] = [
  ['text.body', 4_096],
  ['interactive.body.text', 1_024],
  ['interactive.action.button', 20],
  ['interactive.action.buttons', 3],
  ['interactive.action.sections.0.rows', 10],
];

function faultOf(body: MetaCall['body']): string | undefined {
  const isOver = ([part, most]: (typeof LIMITS)[number]) => lengthOf(partAt(body, part)) > most;
  const tooLong = LIMITS.find(isOver)?.[0];
  const buttons = listAt(body, 'interactive.action.buttons').map((one) =>
    textAt(one, 'reply.title'),
  );
  const rows = listAt(body, 'interactive.action.sections.0.rows');
  const titles = rows.map((row) => textAt(row, 'title'));
  const isTwice = [buttons, titles].some((all) => new Set(all).size < all.length);
  const isLong =
    buttons.some((title) => title.length > 20) ||
    titles.some((title) => title.length > 24) ||
    rows.some((row) => lengthOf(partAt(row, 'description')) > 72);
  return tooLong ?? (isTwice || isLong ? 'interactive.action' : undefined);
}

/** The id of the uploaded file that a message refers to. */
function mediaIn(body: MetaCall['body']): string | undefined {
  const kinds = ['image', 'audio', 'video', 'document', 'interactive.header.image'];
  const ids = kinds.map((kind) => partAt(body, `${kind}.id`));
  return ids.find((id) => typeof id === 'string');
}

function listAt(whole: unknown, path: string): unknown[] {
  const list = partAt(whole, path);
  return Array.isArray(list) ? list : [];
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

/** The document that the service posts to webhooks for messages and statuses. */
export function told(
  value: { messages?: object[]; statuses?: object[]; contacts?: object[] },
  number?: string,
) {
  const metadata = {
    phone_number_id: number ?? ACCOUNT.phoneNumberId,
    display_phone_number: '+1 555-010-0001',
  };
  const contacts = [{ wa_id: '33612345678', profile: { name: 'Anna' } }];
  const whole = { messaging_product: 'whatsapp', metadata, contacts, ...value };
  const entry = [{ id: '1', changes: [{ field: 'messages', value: whole }] }];
  return { object: 'whatsapp_business_account', entry };
}

/** Posts a signed document to a webhook, as Meta does; returns the status of the response. */
export async function tell(address: string, document: unknown, secret: string = ACCOUNT.appSecret) {
  // Meta escapes characters outside of ASCII, so a body that is parsed and serialised again has another signature.
  const body = JSON.stringify(document).replace(
    /[^\0-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = {
    'x-hub-signature-256': `sha256=${signature}`,
    'content-type': 'application/json',
  };
  return (await fetch(address, { method: 'POST', headers, body })).status;
}

/** A message of WhatsApp's Cloud API as a line: its text or file, and its buttons or rows in brackets. */
export function lineOf(body: unknown): string {
  const titles = [
    ...members(partAt(body, 'interactive.action.buttons'), 'reply'),
    ...members(partAt(body, 'interactive.action.sections.0'), 'rows'),
  ].map(
    (one) => `[${[partAt(one, 'title'), partAt(one, 'description')].filter(Boolean).join('|')}]`,
  );
  const texts = ['text.body', 'interactive.header.image.link', 'interactive.body.text'];
  const links = ['image.link', 'audio.link', 'video.link', 'document.link', 'document.filename'];
  const parts = [...texts, ...links].map((path) => partAt(body, path)).filter(Boolean);
  return [...parts, ...titles].join(' ');
}

/** The part `name` of each member of a list; of an object that has a list of this name, that list. */
function members(whole: unknown, name: string): unknown[] {
  if (Array.isArray(whole)) return whole.map((member) => partAt(member, name));
  const list = partAt(whole, name);
  return Array.isArray(list) ? list : [];
}
