import { cleanText } from './cleanText.js';
import { isJsonRecord } from './jsonRecord.js';
import { maskSecrets } from './maskSecrets.js';
import type { Log, LogEvent } from './reply.js';

/** The longest details that are kept, in characters, as JSON. */
const MAX_LENGTH = 1_000;

/**
 * A log as an event, with short details that hold no secrets. In a preview the details are part of the log; in a live chat
 * they are kept beside it, for those who may read the result.
 */
export function logEvent({ details, ...log }: Log, isPreview: boolean): LogEvent {
  if (details === undefined) return { kind: 'log', log };
  const kept = shortenedDetails(masked(details));
  return isPreview
    ? { kind: 'log', log: { ...log, details: kept } }
    : { kind: 'log', log, details: kept };
}

/** The details of a log, of a preview or of a live chat. */
export function detailsOf({ log, details }: LogEvent): unknown {
  return details ?? log.details;
}

/** The log as visitors may see it. */
export function withoutDetails({ kind, log }: LogEvent): LogEvent {
  return { kind, log };
}

function masked(details: unknown): unknown {
  if (typeof details === 'string') return maskSecrets(details);
  if (Array.isArray(details)) return details.map(masked);
  if (!isJsonRecord(details)) return details;
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [key, masked(value)]));
}

/** Details that are too long are cut; a record then becomes its JSON, cut. */
function shortenedDetails(details: unknown): unknown {
  const text = typeof details === 'string' ? details : JSON.stringify(details);
  return text.length > MAX_LENGTH ? cleanText(text.slice(0, MAX_LENGTH)) : details;
}
