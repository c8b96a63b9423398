import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import type Pretty from 'pino-pretty';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.js';
import { hideInFields, hideInUrl } from './hideSecrets.js';

type Level = 'debug' | 'info';

/** The server's log, with pino's methods. Without `child`, in whose fields no secrets would be hidden. */
export type Log = Omit<Logger, 'child'> & {
  readonly writeRequest: (level: Level, line: RequestLine) => void;
};

/** The fields of a request's log line. None of them is a secret once `hideInUrl` was applied to the URL. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly ms: number;
  readonly operation?: string | undefined;
  /** The name of that operation in the caller's document: a name of GraphQL, so letters, digits and underscores. */
  readonly operationName?: string | undefined;
  /** The address of the client (`createClientAddressOf`). */
  readonly client: string;
}

/**
 * Creates the server's log: JSON lines in production, readable lines elsewhere, written at once, so that none is lost
 * when the process ends. Secrets are hidden in all fields (`hideInFields`), except in the lines of requests: these are
 * frequent, so they consist of fields that hold none.
 */
export function createLog(
  { isProduction, logLevel: level }: Pick<Config, 'isProduction' | 'logLevel'>,
  destination?: DestinationStream,
): Log {
  const out = destination ?? pino.destination({ dest: 1, sync: true });
  const log = pino(
    {
      level,
      formatters: { log: hideInFields },
      serializers: {
        // `hideInFields` has already turned errors into fields.
        err: (err: unknown) => err,
        url: (url: unknown) => (typeof url === 'string' ? hideInUrl(url) : url),
      },
    },
    isProduction ? out : readable(out),
  );
  const textOf = isProduction ? jsonOf : readableOf;
  return Object.assign(log, {
    writeRequest: (at: Level, line: RequestLine) => {
      if (log.isLevelEnabled(at)) out.write(textOf(at, line, hideInUrl(line.url)));
    },
  });
}

const PROCESS = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`;
const NUMBERS = { debug: 20, info: 30 } as const;

/** The line that pino would write, made faster. */
function jsonOf(level: Level, line: RequestLine, url: string): string {
  const { requestId, method, status, ms, operation, operationName, client } = line;
  const begin = `"level":${NUMBERS[level]},"time":${Date.now()},${PROCESS}`;
  const sent = `"requestId":"${requestId}","method":"${method}","url":${JSON.stringify(url)}`;
  const ran = operation === undefined ? '' : `,"operation":"${operation}"`;
  const named = operationName === undefined ? '' : `,"operationName":"${operationName}"`;
  const outcome = `"status":${status},"ms":${ms}${ran}${named},"client":"${client}"`;
  return `{${begin},${sent},${outcome},"msg":"request"}\n`;
}

/** Loads packages that production does without. */
const require = createRequire(import.meta.url);

/** Formats each line at once: a stream of pino-pretty would write them later than the lines of requests. */
function readable(out: DestinationStream): DestinationStream {
  const { prettyFactory } = require('pino-pretty') as typeof Pretty; // As the package declares it.
  const pretty = prettyFactory({ ignore: 'pid,hostname' });
  return { write: (line) => out.write(pretty(line)) };
}

function readableOf(level: Level, line: RequestLine, url: string): string {
  const { requestId, method, status, ms, operation = '-', operationName, client } = line;
  const address = PRINTABLE.test(url) ? url : JSON.stringify(url);
  const ran = operationName === undefined ? operation : `${operation} (${operationName})`;
  const words = `${method} ${address} ${status} ${ms} ms ${ran} ${client} ${requestId}`;
  return `[${timeOfDay(Date.now())}] ${level.toUpperCase()}: ${words}\n`;
}

let second = { number: 0, text: '' };

/** The time in UTC; its text is made once a second, apart from the milliseconds. */
function timeOfDay(now: number): string {
  const number = Math.floor(now / 1000);
  if (number !== second.number) {
    second = { number, text: new Date(now).toISOString().slice(11, 19) };
  }
  return `${second.text}.${String(now % 1000).padStart(3, '0')}`;
}

/** Any other URL is escaped, because it may contain control sequences of a terminal. */
const PRINTABLE = /^[\x21-\x7e]*$/;
