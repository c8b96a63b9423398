import { z } from 'zod';
import { inColumns } from '../vendorAction.js';
import { openAccount } from '../account.js';
import { parsedAs } from '../parsedAs.js';
import { readOptions } from '../vendorAction.js';
import type { VendorAction, VendorCall, VendorPorts } from '../vendorAction.js';
import { answerAs, answerTo } from '../vendorRequest.js';

const userSchema = z.looseObject({ id: z.string() });
const pageSchema = z.object({ data: z.array(userSchema) });

/** Pages of users that are read, at most. */
const MOST_PAGES = 20;

/**
 * Lists the users of the organisation; each output holds the values of one field of all users. Pages begin with 1; an empty page is the
 * last (https://github.com/PipedreamHQ/pipedream/tree/master/components/blink).
 */
const getUsers: VendorAction = async (ports, call) => {
  const users = new Map<string, z.infer<typeof userSchema>>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const before = users.size;
    for (const user of await usersOn(page, ports, call)) users.set(user.id, user);
    if (users.size === before) break;
  }
  return { ok: true, value: inColumns([...users.values()]) };
};

async function usersOn(page: number, ports: VendorPorts, call: VendorCall) {
  const text = await send(ports, call, { method: 'GET', path: `user?page=${page}` });
  return answerAs(pageSchema, text).data;
}

/** A list variable arrives as text, with values separated by commas. */
const idsSchema = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .catch([]);

const eventSchema = z.looseObject({
  category: z.string({ error: 'The category is missing' }),
  userIds: idsSchema,
  groupIds: idsSchema,
  title: z.string().optional(),
  text: z.string().optional(),
  card: z.string().optional(),
  notificationTitle: z.string().optional(),
  notificationText: z.string().optional(),
  allowComments: z.boolean().optional(),
  allowReactions: z.boolean().optional(),
});

type FeedEvent = z.infer<typeof eventSchema>;

const sentSchema = z.object({ data: z.object({ event_id: z.string() }) });

/**
 * Posts a card to the feeds of users (https://developer.joinblink.com/reference/send-feed-event). Its members are documented there; URL and
 * response follow Pipedream's connector (https://github.com/PipedreamHQ/pipedream/tree/master/components/blink). Tested only against a test
 * double.
 */
const sendFeedEvent: VendorAction = async (ports, call) => {
  const event = readOptions(eventSchema, call.effect.options);
  if (event.userIds.length + event.groupIds.length === 0)
    throw new Error('It is not said who receives it');
  const body = {
    ...{ category: event.category, body: cardOf(event), external_id: call.origin.callKey },
    ...(event.userIds.length > 0 && { user_ids: event.userIds }),
    ...(event.groupIds.length > 0 && { group_ids: event.groupIds }),
    notification_title: event.notificationTitle,
    notification_text: event.notificationText,
    allow_comments: event.allowComments,
    allow_reactions: event.allowReactions,
  };
  const text = await send(ports, call, { method: 'POST', path: 'feed/events', body });
  const { event_id } = answerAs(sentSchema, text).data;
  return { ok: true, value: { 'Event ID': event_id } };
};

/** The card in the form of CardKit (https://developer.joinblink.com/docs/cardkit). */
function cardOf({ card, title, text }: FeedEvent): object {
  if (card !== undefined) {
    const parsed = parsedAs(z.looseObject({}), card);
    if (!parsed) throw new Error('The card is no JSON object');
    return parsed;
  }
  const sections = [
    ...(title === undefined ? [] : [{ type: 'header', title }]),
    ...(text === undefined ? [] : [{ type: 'text', value: text }]),
  ];
  if (sections.length === 0) throw new Error('There is nothing to post');
  return { sections };
}

async function send(
  ports: VendorPorts,
  call: VendorCall,
  {
    path,
    method,
    body,
  }: { readonly path: string; readonly method: string; readonly body?: object },
): Promise<string> {
  const { apiKey, address } = await openAccount(ports, call, 'https://api.joinblink.com');
  return answerTo(ports, call, {
    url: `${address}/v2/${path}`,
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** The actions of Blink. A turn that is repeated after a crash may post an event twice. */
export const blink = { 'Get Users': getUsers, 'Send Feed Event': sendFeedEvent };
