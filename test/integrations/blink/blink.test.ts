import { describe, expect, test } from '@jest/globals';
import { askVendor, CANARY } from '../../support/vendorCall.js';
import { json, useVendor } from '../../support/vendorServer.js';

const vendor = useVendor();
const ask = async (action: string, options: object = {}) => {
  const asked = { type: 'blink', action, options: { ...options } };
  return (await askVendor({ ...asked, data: { baseUrl: vendor.url() } })).result;
};
const page = (...users: object[]) => json({ data: users });

describe('the users of Blink', () => {
  test('are a list for each of their fields', async () => {
    vendor.answer(
      page({ id: 'u1', name: 'Ada' }, { id: 'u2' }),
      page({ id: 'u3', name: 'Bo' }),
      page(),
    );
    const value = { id: ['u1', 'u2', 'u3'], name: ['Ada', null, 'Bo'] };
    expect(await ask('Get Users')).toEqual({ ok: true, value });
    const paths = vendor.requests.map(({ path }) => path);
    expect(paths).toEqual([1, 2, 3].map((one) => `/v2/user?page=${one}`));
    expect(vendor.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${CANARY}` });
  });

  test('are not requested endlessly if the same page is returned again', async () => {
    vendor.answer(page({ id: 'u1' }), page({ id: 'u1' }), page({ id: 'u2' }));
    expect(await ask('Get Users')).toEqual({ ok: true, value: { id: ['u1'] } });
  });
});

describe('an event for the feeds of Blink', () => {
  const action = 'Send Feed Event';
  const event = { category: 'news', userIds: 'u1, u2', title: 'Hello', text: 'All is well' };

  test('is a card for users and teams, and has a key with which it can be repeated', async () => {
    vendor.answer(json({ data: { event_id: 'e1' } }, 201));
    expect(await ask(action, event)).toEqual({ ok: true, value: { 'Event ID': 'e1' } });
    const sections = [
      { type: 'header', title: 'Hello' },
      { type: 'text', value: 'All is well' },
    ];
    expect(vendor.requests[0]).toMatchObject({ method: 'POST', path: '/v2/feed/events' });
    const same = { category: 'news', external_id: 'key' };
    expect(vendor.requests[0]?.body).toEqual({
      ...same,
      user_ids: ['u1', 'u2'],
      body: { sections },
    });
    const card = { sections: [], ribbon_color: '#fff' };
    await ask(action, {
      ...{ category: 'news', groupIds: 'g1', card: JSON.stringify(card), allowComments: true },
      ...{ allowReactions: false, notificationTitle: 'Look', notificationText: 'News' },
    });
    expect(vendor.requests[1]?.body).toEqual({
      ...{ ...same, group_ids: ['g1'], body: card, allow_comments: true, allow_reactions: false },
      ...{ notification_title: 'Look', notification_text: 'News' },
    });
  });

  test.each([
    ['a category', { category: undefined }, 'The category is missing'],
    ['readers', { userIds: ' , ' }, 'It is not said who receives it'],
    ['a text', { title: undefined, text: undefined }, 'There is nothing to post'],
    ['a card that can be read', { card: '{"sections":' }, 'The card is no JSON object'],
  ])('is not sent without %s', async (_what, change, error) => {
    vendor.answer(page());
    expect(await ask(action, { ...event, ...change })).toEqual({ ok: false, error });
    expect(vendor.requests).toEqual([]);
  });
});
