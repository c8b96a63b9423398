import { z } from 'zod';
import type { Http } from '../../integrations/http.js';
import { parsedAs } from '../../integrations/parsedAs.js';
import type { SentFile } from '../../schema/messengerConversation.js';
import { answerForFile, contentOf } from '../answerForFile.js';
import type { Channel, OpenedFile } from '../channel.js';
import type { Account } from './account.js';
import { receivedIn } from './received.js';
import { messagesRequest, openSend, type SendParts } from './send.js';

/** How long marking a message as read may delay the answer, in milliseconds. */
const READ_WITHIN = 3_000;

/** WhatsApp, through Meta's cloud API or a service with the same API. */
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

/** The limits of a file, in milliseconds and bytes: the size is the largest of a document at WhatsApp. */
const FILE_LIMITS = { timeoutMs: 60_000, responseBytes: 100_000_000 };

const placeSchema = z.object({ url: z.url(), mime_type: z.string().optional() });

/**
 * Fetches a file of a person: the service names the address of its bytes, which is valid for five minutes
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media). Undefined where the file is gone; rejects where another
 * attempt may help.
 */
async function fetchFile(
  http: Http,
  account: Account,
  { file: { reference }, abandoned }: { file: SentFile; abandoned: AbortSignal },
): Promise<OpenedFile | undefined> {
  const fetch = http.openFetch({ ...FILE_LIMITS, abandoned });
  const request = (url: string) => answerForFile(fetch, url, account.headers);
  const details = await request(`${account.base}/${encodeURIComponent(reference)}`);
  const place = details && parsedAs(placeSchema, await details.text());
  const url = place && account.downloadUrlOf(new URL(place.url));
  const response = url === undefined ? undefined : await request(url);
  const opened = response && contentOf(response);
  return opened && { ...opened, type: place?.mime_type };
}
