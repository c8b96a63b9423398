import { cleanText } from './cleanText.js';
import { isJsonRecord } from './jsonRecord.js';
import { maskSecrets } from './maskSecrets.js';
import type { Log, LogEvent } from './reply.js';

/** The longest details that are kept, in characters, as JSON. */
const MAX_LENGTH = 1_000;

/**
 * A log as it is kept: without secrets, and its details short. A preview shows them; those of a
 * live chat stand beside the log, for who may read its result.
 */
export function logEvent({ details, ...log }: Log, isPreview: boolean): LogEvent {
  if (details === undefined) return { kind: 'log', log };
  const kept = shortenedDetails(masked(details));
  return isPreview
    ? { kind: 'log', log: { ...log, details: kept } }
    : { kind: 'log', log, details: kept };
}

/** The details of a log, wherever they stand. */
export function detailsOf({ log, details }: LogEvent): unknown {
  return details ?? log.details;
}

/** What whoever watches a chat may see of a log. */
export function withoutDetails({ kind, log }: LogEvent): LogEvent {
  return { kind, log };
}

function masked(details: unknown): unknown {
  if (typeof details === 'string') return maskSecrets(details);
  if (Array.isArray(details)) return details.map(masked);
  if (!isJsonRecord(details)) return details;
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [key, masked(value)]));
}

/** What is too long is cut as the text it is; a record, as JSON. */
function shortenedDetails(details: unknown): unknown {
  const text = typeof details === 'string' ? details : JSON.stringify(details);
  return text.length > MAX_LENGTH ? cleanText(text.slice(0, MAX_LENGTH)) : details;
}
