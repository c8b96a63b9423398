import { z } from 'zod';
import type { Http } from '../../integrations/http.js';
import { parsedAs } from '../../integrations/parsedAs.js';
import type { SentFile } from '../../schema/messengerConversation.js';
import { answerForFile, contentOf } from '../answerForFile.js';
import type { Channel, OpenedFile } from '../channel.js';
import type { Account } from './account.js';
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

/** How many milliseconds a file may take, and how many bytes it may have: what WhatsApp takes of a document. */
const FILE_LIMITS = { timeoutMs: 60_000, responseBytes: 100_000_000 };

const placeSchema = z.object({ url: z.url(), mime_type: z.string().optional() });

/**
 * Fetches a file of a person: the service says where its bytes are for the next five minutes
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media). Undefined where it is gone; rejects where another
 * attempt may help.
 */
async function fetchFile(
  http: Http,
  account: Account,
  { file: { reference }, abandoned }: { file: SentFile; abandoned: AbortSignal },
): Promise<OpenedFile | undefined> {
  const fetch = http.openFetch({ ...FILE_LIMITS, abandoned });
  const ask = (url: string) => answerForFile(fetch, url, account.headers);
  const told = await ask(`${account.base}/${encodeURIComponent(reference)}`);
  const place = told && parsedAs(placeSchema, await told.text());
  const url = place && account.downloadUrlOf(new URL(place.url));
  const answer = url === undefined ? undefined : await ask(url);
  const opened = answer && contentOf(answer);
  return opened && { ...opened, type: place?.mime_type };
}
