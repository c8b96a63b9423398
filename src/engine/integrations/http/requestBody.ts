import { z } from 'zod';
import type { BlockContext, Piece } from '../../blocks/kind/block.js';
import { isJsonRecord, type JsonRecord } from '../../documents/jsonRecord.js';
import { stepsToCopy, stepsToHandOver } from '../../interpreter/budget.js';
import type { FormPart, HttpRequestEffect } from '../../interpreter/effect.js';
import { cleanText } from '../../text/cleanText.js';
import { loneName } from '../../text/names.js';
import { isJson, parseJson } from '../../values/parseJson.js';
import type { RequestSource } from './requestOptions.js';

type Headers = HttpRequestEffect['headers'];

/** The body of a request with these headers; undefined when it is empty. */
export function sentBody(
  source: RequestSource,
  headers: Headers,
  context: BlockContext,
): string | undefined {
  const body = bodyText(source, headers, context);
  if (body === '') return undefined;
  const isForm = headerNamed(headers, TYPE)?.toLowerCase().includes(FORM);
  if (isForm) context.charge(stepsToCopy(body.length));
  const json = isForm ? parseJson(body) : undefined;
  return isJsonRecord(json) ? formOf(json) : body;
}

/** The headers of a request that the server sends: with the type of a JSON body, unless the author set one. */
export function sentHeaders(headers: Headers, body: string | undefined): Headers {
  const isTyped = headerNamed(headers, TYPE) !== undefined;
  if (isTyped || body === undefined || !isJson(body)) return headers;
  return { ...headers, 'Content-Type': 'application/json' };
}

const TYPE = 'content-type';
const FORM = 'x-www-form-urlencoded';

/** JSON is sent as it was written, so that no number in it is rounded. */
function bodyText(
  { isCustomBody, webhook }: RequestSource,
  headers: Headers,
  context: BlockContext,
): string {
  const body = ownBody({ isCustomBody, webhook });
  if (body === undefined) return stateOf(context);
  return filledBody(body, headers, (template) => context.pieces(template));
}

/** The body that an author wrote; undefined where all data of the chat are sent. */
export function ownBody({ isCustomBody, webhook }: RequestSource): string | undefined {
  const { body = '' } = webhook;
  const isOwn = isCustomBody === true && body !== '' && body.trim() !== '{{state}}';
  return isOwn ? body : undefined;
}

/** A body that an author wrote, with what is filled into it as JSON writes it where it is JSON. */
export function filledBody(
  body: string,
  headers: Headers,
  piecesOf: (template: string) => readonly Piece[],
): string {
  const isEscaped = loneName(body) === undefined && isMeantAsJson(body, headers);
  return piecesOf(body)
    .map(({ text, isFilled, isJson }) => (isEscaped && isFilled && !isJson ? escaped(text) : text))
    .join('');
}

/**
 * Whether an author wrote a body as JSON, so that values are escaped in it. Only the author's text decides: values of
 * visitors cannot change it.
 */
function isMeantAsJson(body: string, headers: Headers): boolean {
  const type = headerNamed(headers, TYPE)?.toLowerCase();
  const isOpen = type === undefined || type.includes(FORM);
  return isOpen ? /^\s*["[{](?!\{)/.test(body) : type.includes('json');
}

/** All data of the chat: the answers by their names, then the variables that have a value. */
function stateOf({ env, frame, charge }: BlockContext): string {
  charge(stepsToHandOver(frame.variables) + stepsToHandOver(frame.answers));
  const answers = frame.answers.map(({ key, value }) => [key, value]);
  const variables = frame.variables
    .filter(({ value }) => value !== null)
    .map(({ name, value }) => [name, Array.isArray(value) ? value.join(',') : value]);
  return JSON.stringify({
    submittedAt: new Date(env.now).toISOString(),
    ...Object.fromEntries([...answers, ...variables]),
  });
}

/** A value as it is written between the quotes of a JSON text. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The value of a header, whatever the case of its name. */
function headerNamed(headers: Headers, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.trim().toLowerCase() === name)?.[1];
}

function formOf(fields: JsonRecord): string {
  return Object.entries(fields)
    .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)])
    .map((pair) => pair.map((part) => encodeURIComponent(cleanText(part))).join('='))
    .join('&');
}

/**
 * The fields of a multipart form: the members of a JSON object that is sent with this content type. A list is a field that comes
 * several times. Undefined for any other body, which is sent as it is.
 */
export function sentForm(
  headers: HttpRequestEffect['headers'],
  body: string | undefined,
  context: BlockContext,
): FormPart[] | undefined {
  const type = headerNamed(headers, 'content-type')?.trim() ?? '';
  if (body === undefined || !/^multipart\/form-data$/i.test(type)) return undefined;
  context.charge(stepsToCopy(body.length));
  const fields = parseJson(body);
  if (!isJsonRecord(fields)) return undefined;
  return Object.entries(fields).flatMap(([name, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.map((one) => partOf(cleanText(name), one));
  });
}

const fileSchema = z
  .object({
    fileName: z.string().default('file'),
    contentType: z.string().optional(),
    content: z.string().optional(),
    base64: z.string().optional(),
    url: z.string().optional(),
  })
  .refine(({ content, base64, url }) => (content ?? base64 ?? url) !== undefined);

function partOf(name: string, value: unknown): FormPart {
  if (typeof value === 'string') return { name, value: cleanText(value) };
  const file = fileSchema.safeParse(value).data;
  return file ? { name, file } : { name, value: JSON.stringify(value) };
}
