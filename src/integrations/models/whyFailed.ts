import { z } from 'zod';
import { parsedAs, UNKNOWN_FORM } from '../parsedAs.js';

/** The failure in the response of a service, in the usual formats. */
export const failureSchema = z.looseObject({
  error: z.union([z.string(), z.looseObject({ message: z.string().nullish() })]),
});

/**
 * The reason why a service failed, for the author of a flow: from an error of a library or our own `fetch`, or from an error that the
 * service sent in a stream. Secrets are not masked.
 */
export function whyFailed(error: unknown): string {
  if (typeof error === 'string') return error;
  const thrown = errorSchema.safeParse(error).data;
  if (!thrown) return NO_REASON;
  const { name, statusCode, message } = thrown;
  if (statusCode !== undefined) return whyRefused(statusCode, thrown);
  if (name === 'AI_InvalidResponseDataError') return BROKEN_OFF;
  if (UNREADABLE.has(name)) return UNKNOWN_FORM;
  return isOfSocket(thrown) ? UNREACHABLE : (message ?? NO_REASON);
}

/** The reason for a response with a status. One that could not be parsed has a success status, and usually a cause. */
function whyRefused(
  status: number,
  { responseBody, responseHeaders, cause }: z.infer<typeof errorSchema>,
): string {
  const wait = /^\d{1,6}$/.exec(responseHeaders['retry-after'] ?? '')?.[0];
  const again = wait === undefined ? '' : `, and can be asked again in ${wait} s`;
  if (status >= 300) return `it answered ${status} (${messageIn(responseBody)})${again}`;
  return cause === undefined ? UNKNOWN_FORM : whyFailed(cause);
}

/** Whether an error is that of a broken socket. Errors of our own `fetch` have a code as well, but their messages are for authors. */
function isOfSocket({ name, code }: z.infer<typeof errorSchema>): boolean {
  return typeof code === 'string' && name === 'Error';
}

const errorSchema = z.object({
  name: z.string().catch(''),
  statusCode: z.number().optional().catch(undefined),
  responseBody: z.string().catch(''),
  responseHeaders: z.record(z.string(), z.string()).catch({}),
  message: z.string().nullish().catch(undefined),
  code: z.unknown().optional(),
  cause: z.unknown().optional(),
});

/** The library's errors whose messages quote the response. */
const UNREADABLE = new Set([
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_EmptyResponseBodyError',
]);
const UNREACHABLE = 'the host could not be reached or broke off';
/** The message for a response without an end. */
export const BROKEN_OFF = 'it broke off before the end of its answer';
const NO_REASON = 'no reason was given';

/** The error message in the response of a service. */
function messageIn(document: string): string {
  const { error: own, message, response } = parsedAs(refusalSchema, document) ?? {};
  const error = own ?? response?.error;
  return (typeof error === 'string' ? error : error?.message) ?? message ?? NO_REASON;
}

const refusalSchema = z.looseObject({
  error: failureSchema.shape.error.nullish(),
  // The format of OpenAI for failures after the response has started.
  response: z
    .looseObject({ error: failureSchema.shape.error.nullish() })
    .nullish()
    .catch(undefined),
  message: z.string().nullish(),
});
