import { isJsonRecord } from '../documents/jsonRecord.js';
import { maskSecrets } from '../integrations/http/maskSecrets.js';
import type { Log, LogEvent } from '../reply/reply.js';
import { cleanText } from '../text/cleanText.js';
import { isSecretName } from '../../checks/texts.js';

/** The maximum length of stored details, in characters, as JSON. */
const MAX_LENGTH = 1_000;

/**
 * A log as an event, with short details that hold no secrets. In a preview the details are part of the log; in a live
 * chat they are stored beside it, for members who may read the result.
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

/** The details with secrets masked; every text inside a member with a secret name is masked. */
function masked(details: unknown, isSecret = false): unknown {
  if (typeof details === 'string') return isSecret ? '***' : maskSecrets(details);
  if (Array.isArray(details)) return details.map((item) => masked(item, isSecret));
  if (!isJsonRecord(details)) return details;
  const members = Object.entries(details);
  return Object.fromEntries(
    members.map(([name, value]) => [name, masked(value, isSecret || isSecretName(name))]),
  );
}

/** Details that are too long are cut; a record is then replaced by its JSON, cut. */
function shortenedDetails(details: unknown): unknown {
  const text = typeof details === 'string' ? details : JSON.stringify(details);
  return text.length > MAX_LENGTH ? cleanText(text.slice(0, MAX_LENGTH)) : details;
}
