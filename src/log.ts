import { hostname } from 'node:os';
import { pino, type DestinationStream, type Logger } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Config } from './config.js';
import { hideInFields, hideInUrl } from './hideSecrets.js';

type Level = 'debug' | 'info';

/** What may be logged about, at pino's levels. Without `child`, whose fields would not be looked through. */
export type Log = Omit<Logger, 'child'> & {
  /** Writes the line of one request. */
  readonly writeRequest: (level: Level, line: RequestLine) => void;
};

/** All that is written of a request: none of it is a secret, once the address went through `hideInUrl`. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly ms: number;
  /** The operation it ran, if it came to one. */
  readonly operation?: string | undefined;
}

/**
 * The server's log: JSON lines in production, readable lines elsewhere, written at once, so that none is lost when the
 * process ends. Secrets are hidden wherever they stand (`hideInFields`). Lines of requests are many: they consist of fields
 * that hold none and are not looked through.
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
        // Errors are fields by now.
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

/** The same line as pino would write, made in less time. */
function jsonOf(level: Level, line: RequestLine, url: string): string {
  const { requestId, method, status, ms, operation } = line;
  const begin = `"level":${NUMBERS[level]},"time":${Date.now()},${PROCESS}`;
  const asked = `"requestId":"${requestId}","method":"${method}","url":${JSON.stringify(url)}`;
  const ran = operation === undefined ? '' : `,"operation":"${operation}"`;
  return `{${begin},${asked},"status":${status},"ms":${ms}${ran},"msg":"request"}\n`;
}

/** Formats each line at once: a stream of pino-pretty would write them later than the lines of requests. */
function readable(out: DestinationStream): DestinationStream {
  const pretty = prettyFactory({ ignore: 'pid,hostname' });
  return { write: (line) => out.write(pretty(line)) };
}

function readableOf(level: Level, line: RequestLine, url: string): string {
  const { requestId, method, status, ms, operation = '-' } = line;
  const address = PRINTABLE.test(url) ? url : JSON.stringify(url);
  const words = `${method} ${address} ${status} ${ms} ms ${operation} ${requestId}`;
  return `[${timeOfDay(Date.now())}] ${level.toUpperCase()}: ${words}\n`;
}

let second = { number: 0, text: '' };

/** In UTC; the seconds are written out once each. */
function timeOfDay(now: number): string {
  const number = Math.floor(now / 1000);
  if (number !== second.number) {
    second = { number, text: new Date(now).toISOString().slice(11, 19) };
  }
  return `${second.text}.${String(now % 1000).padStart(3, '0')}`;
}

/** Addresses with anything else are escaped: it could be a control sequence of a terminal. */
const PRINTABLE = /^[\x21-\x7e]*$/;
