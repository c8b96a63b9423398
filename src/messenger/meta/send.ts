import type { Http } from '../../integrations/http.js';
import type { HttpRequest } from '../../integrations/outgoing.js';
import type { Channel, NotSent, OutgoingMessage, Sent } from '../channel.js';
import type { Account } from './account.js';
import { bodyOf } from './bodyOf.js';
import { outcomeOf } from './outcomeOf.js';
import type { Uploads } from './uploads.js';
import { isFetchable, refusalOf, withoutFile } from './withMedia.js';

/** What messages are sent with. */
export interface SendParts {
  readonly http: Http;
  readonly uploads: Uploads;
}

/** How long after a message of a person anything may be sent to them, in milliseconds. */
const WINDOW = 86_400_000;

const TOO_LATE =
  'the person wrote more than 24 hours ago, and WhatsApp lets nothing but templates through then';

/** Opens the sending of messages by a number. */
export function openSend(account: Account, parts: SendParts): Channel['send'] {
  const send = async (outgoing: OutgoingMessage, abandoned: AbortSignal): Promise<Sent> => {
    const { contactId, id, heardAt } = outgoing;
    if (Date.now() - heardAt > WINDOW) return { outcome: 'refused', why: TOO_LATE };
    const made = await makeBody(parts.uploads, account, { outgoing, abandoned });
    if (made.outcome !== 'made') return made;
    const target = { recipient_type: 'individual', ...receiverOf(contactId) };
    const sending = { ...target, biz_opaque_callback_data: id, ...made.body };
    const request = messagesRequest(account, sending);
    const sent = outcomeOf(await parts.http.send({ ...request, abandoned }));
    return sent.outcome === 'sent' ? { ...sent, without: made.without } : sent;
  };
  return async (...args) => withoutSecrets(account, await send(...args));
}

/**
 * A person by their number, or by the id that stands for somebody who does not show it
 * (https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids).
 */
function receiverOf(contactId: string): object {
  return /^[A-Z]{2}\./.test(contactId) ? { recipient: contactId } : { to: contactId };
}

/** A request to where messages are sent to. */
export function messagesRequest(
  { messagesUrl: url, headers }: Account,
  content: object,
): HttpRequest {
  return {
    url,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ messaging_product: 'whatsapp', ...content }),
  };
}

/** A message as it is sent, and why without its file. */
interface Made {
  readonly outcome: 'made';
  readonly body: object;
  readonly without?: string;
}

/** A file that WhatsApp does not take is left out of the message; one that it cannot fetch is uploaded. */
async function makeBody(
  uploads: Uploads,
  account: Account,
  { outgoing: { message, file }, abandoned }: { outgoing: OutgoingMessage; abandoned: AbortSignal },
): Promise<Made | NotSent> {
  if (!file) return { outcome: 'made', body: bodyOf(message) };
  const without = refusalOf(message, file);
  if (without !== undefined) {
    return { outcome: 'made', body: bodyOf(withoutFile(message, file)), without };
  }
  if (isFetchable(message, file)) return { outcome: 'made', body: bodyOf(message) };
  const uploaded = await uploads.upload(account, file, abandoned);
  if (uploaded.outcome !== 'uploaded') return uploaded;
  const { id } = uploaded;
  return { outcome: 'made', body: bodyOf(message, { id, name: file.name }) };
}

/** The service repeats a token that it does not know. */
function withoutSecrets({ secrets }: Account, sent: Sent): Sent {
  if (sent.outcome === 'sent') return sent;
  const why = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), sent.why);
  return { outcome: sent.outcome, why };
}
