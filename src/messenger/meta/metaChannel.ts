import type { Http } from '../../integrations/http.js';
import type { Channel, Sent } from '../channel.js';
import type { Account } from './account.js';
import { bodyOf } from './bodyOf.js';
import { fetchFile } from './fetchFile.js';
import { outcomeOf } from './outcomeOf.js';
import { receivedIn } from './received.js';

/** How long after a message of a person anything may be sent to them, in milliseconds. */
const WINDOW = 86_400_000;

/** How long a mark may keep the answer waiting, in milliseconds. */
const READ_WITHIN = 3_000;

const TOO_LATE =
  'the person wrote more than 24 hours ago, and WhatsApp lets nothing but templates through then';

/** WhatsApp, by Meta's cloud API or a service that speaks the same. */
export function openMetaChannel(account: Account, http: Http): Channel {
  return {
    read({ headers, body }) {
      if (!account.isFrom(headers, body)) return undefined;
      return receivedIn(body.toString(), account.phoneNumberId);
    },
    greet(query) {
      const challenge = query.get('hub.challenge') ?? '';
      const isAsked = query.get('hub.mode') === 'subscribe' && /^\w{1,200}$/.test(challenge);
      const isOurs = isAsked && account.isVerifyToken(query.get('hub.verify_token') ?? '');
      return isOurs ? challenge : undefined;
    },
    openFile: (file, abandoned) => fetchFile(http, account, { file, abandoned }),
    async send({ contactId: to, heardAt, message, id }, abandoned) {
      if (Date.now() - heardAt > WINDOW) return { outcome: 'refused', why: TOO_LATE };
      const target = { recipient_type: 'individual', to, biz_opaque_callback_data: id };
      const answer = await http.send({ ...request({ ...target, ...bodyOf(message) }), abandoned });
      return withoutSecrets(outcomeOf(answer));
    },
    async markRead({ id }, abandoned) {
      const typing = { typing_indicator: { type: 'text' } };
      const shown = { status: 'read', message_id: id, ...typing };
      await http.send({ ...request(shown), timeoutMs: READ_WITHIN, abandoned });
    },
  };

  function request(content: object) {
    return {
      url: account.messagesUrl,
      method: 'POST',
      headers: { ...account.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ messaging_product: 'whatsapp', ...content }),
    };
  }

  /** The service repeats a token that it does not know. */
  function withoutSecrets(sent: Sent): Sent {
    if (sent.outcome === 'sent') return sent;
    const why = account.secrets.reduce((text, secret) => text.replaceAll(secret, '***'), sent.why);
    return { outcome: sent.outcome, why };
  }
}
