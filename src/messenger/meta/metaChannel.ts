import type { Channel } from '../channel.js';
import type { Account } from './account.js';
import { fetchFile } from './fetchFile.js';
import { receivedIn } from './received.js';
import { messagesRequest, openSend, type SendParts } from './send.js';

/** How long a mark may keep the answer waiting, in milliseconds. */
const READ_WITHIN = 3_000;

/** WhatsApp, by Meta's cloud API or a service that speaks the same. */
export function openMetaChannel(account: Account, parts: SendParts): Channel {
  const { http } = parts;
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
    send: openSend(account, parts),
    async markRead({ id }, abandoned) {
      const typing = { typing_indicator: { type: 'text' } };
      const shown = { status: 'read', message_id: id, ...typing };
      await http.send({ ...messagesRequest(account, shown), timeoutMs: READ_WITHIN, abandoned });
    },
  };
}
