import { z } from 'zod';
import type { HttpResponse } from '../../integrations/http.js';
import { parsedAs } from '../../integrations/parsedAs.js';
import { failedSend, isPassing, type NotSent, type Sent } from '../channel.js';

const sentSchema = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });

/** An error of the service (https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes). */
export const errorSchema = z.object({
  code: z.number(),
  message: z.string().optional(),
  title: z.string().optional(),
  is_transient: z.boolean().optional(),
  error_data: z.object({ details: z.string().optional() }).optional(),
});

const failedSchema = z.object({ error: errorSchema });

/** The codes of failures that pass: limits of calls and messages, and services that are down. */
const PASSING = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131048, 131056, 131057, 133004]);

/**
 * The outcome of a message, by the response of the service. A message that was accepted without the documented id is not sent again: the
 * person may have it.
 */
export function outcomeOf(response: HttpResponse): Sent {
  const failed = notSentOf(response);
  if (failed) return failed;
  const { status, body } = response.ok ? response : { status: 0, body: '' };
  return parsedAs(sentSchema, body)
    ? { outcome: 'sent' }
    : failedSend(false, `it answered ${status} without the id of a message`);
}

/** Why a service did not do what was requested; undefined where it did. */
export function notSentOf(response: HttpResponse): NotSent | undefined {
  if (!response.ok) return failedSend(true, response.message);
  const { status, body } = response;
  if (status >= 200 && status < 300) return undefined;
  const failed = parsedAs(failedSchema, body);
  if (!failed) return failedSend(isPassing(status), reasonByHand(status, body));
  const { error } = failed;
  const mayPass = isPassing(status) || error.is_transient === true || PASSING.has(error.code);
  return failedSend(mayPass, reasonOf(error));
}

/** The errors of 360dialog itself, which are none of WhatsApp (https://docs.360dialog.com). */
const dialogSchema = z.union([
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z
    .object({ meta: z.object({ developer_message: z.string() }) })
    .transform(({ meta }) => meta.developer_message),
]);

function reasonByHand(status: number, body: string): string {
  const reason = parsedAs(dialogSchema, body);
  return reason === undefined
    ? `it answered ${status}`
    : `it answered ${status}: ${reason}`.slice(0, 500);
}

/** An error in one line. */
export function reasonOf({ code, message, title, error_data: data }: z.infer<typeof errorSchema>) {
  const parts = [message ?? title, data?.details].filter((part) => part !== undefined);
  return `error ${code}: ${parts.join('; ')}`.slice(0, 500);
}
