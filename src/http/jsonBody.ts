import type { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { isTooMuchJson } from '../checks/jsonSize.js';
import { parseInPieces } from '../eventLoop/jsonPieces.js';
import { LARGE, unhurried } from '../eventLoop/steps.js';

/** Media types of JSON and of formats based on it (`+json`). */
export const JSON_TYPE = /^(?:application\/json|\w[\w!#$&^-]*\/\w[\w!#$&^.+-]*\+json)\s*(?:;|$)/i;

/** Reads the body of a request as JSON; undefined when there is none, or its type is not JSON. */
export type ReadJson = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** The limits of a reader of bodies. */
export interface JsonLimits {
  /** The largest body, in bytes after decompression. */
  readonly limit: number;
  /** Whether only an object or a list counts as JSON. */
  readonly isStrict: boolean;
}

/**
 * Opens a reader of bodies; an empty body counts as an empty object. JSON in UTF-8 with a `Content-Length`, which nearly all callers send,
 * is read here. Bodies that are compressed, chunked, in another character set or too large are read by express, which is slower. A body
 * that cannot be read is an error with the `type` and `status` that express uses.
 */
export function openJsonReader({ limit, isStrict }: JsonLimits): ReadJson {
  const readAny = express.text({ limit, type: ['json', '+json'], verify: refuseOtherThanUnicode });
  return async (request, response) => {
    if (request.destroyed) throw new Unread('request.aborted');
    const text = await new Promise<unknown>((resolve, reject) => {
      // When the caller leaves, `end` is never emitted.
      request.once('close', () => {
        if (!request.readableEnded) reject(new Unread('request.aborted'));
      });
      if (isPlain(request, limit)) return collect(request, resolve);
      readAny(request, response, (error: unknown) => {
        if (error) reject(error);
        else if ('body' in request) resolve(request.body);
        else if (isCut(request)) reject(new Unread('request.aborted'));
        else resolve(undefined);
      });
    });
    return typeof text === 'string' ? parse(text, isStrict) : undefined;
  };
}

type VerifyOf<Reader extends typeof express.text> = Parameters<
  NonNullable<NonNullable<Parameters<Reader>[0]>['verify']>
>;

/** JSON is Unicode (RFC 8259, section 8.1). */
function refuseOtherThanUnicode(...[, , , charset]: VerifyOf<typeof express.text>): void {
  if (!charset.startsWith('utf-')) throw new Unread('charset.unsupported', 415);
}

/** Why a body could not be read. */
class Unread extends Error {
  constructor(
    readonly type:
      'request.aborted' | 'entity.parse.failed' | 'entity.too.large' | 'charset.unsupported',
    readonly status = 400,
  ) {
    super(type);
  }
}

/** A media type without parameters, or with `charset=utf-8` only. */
const PLAIN_PARAMETERS = /^[^;]*(?:; *charset="?utf-8"?)?$/i;

function isPlain({ headers }: IncomingMessage, limit: number): boolean {
  const type = headers['content-type'] ?? '';
  return (
    Number(headers['content-length']) <= limit &&
    headers['content-encoding'] === undefined &&
    JSON_TYPE.test(type) &&
    PLAIN_PARAMETERS.test(type)
  );
}

function collect(request: IncomingMessage, resolve: (text: string) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('end', () => resolve(Buffer.concat(chunks).toString()));
}

/** Whether the rest of a body can no longer come: express takes such a request for one without a body. */
function isCut({ complete, socket }: IncomingMessage): boolean {
  return !complete && !socket.readable;
}

function parse(text: string, isStrict: boolean): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (json === '') return {};
  const isLarge = json.length > LARGE;
  if (isLarge && isTooMuchJson(json, MOST_PARTS)) throw new Unread('entity.too.large', 413);
  if (isStrict && !/^[ \t\r\n]*[{[]/.test(json)) throw new Unread('entity.parse.failed');
  if (isLarge) return unhurried(parseInPieces(json)).catch(refuseUnparsed);
  try {
    return JSON.parse(json);
  } catch {
    return refuseUnparsed();
  }
}

/** The most lists, objects and members of a body. */
const MOST_PARTS = 400_000;

function refuseUnparsed(): never {
  throw new Unread('entity.parse.failed');
}
