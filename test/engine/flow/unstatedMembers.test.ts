import { expect, test } from '@jest/globals';
import { unstatedInLooks, unstatedInOptions } from '../../../src/engine/flow/unstatedMembers.js';

/** The places of the unstated members. */
const placesIn = (found: ReturnType<typeof unstatedInOptions>): string[] =>
  [...found].flatMap((member) => (member ? `${member.within}.${member.name}` : []));
const inBlock = (type: string, members: object): string[] =>
  placesIn(unstatedInOptions({ id: 'b', type, ...members }));

test('an option that no schema states is found, at any depth and in lists', () => {
  const options = { lenght: 3, labels: { lefft: 'Bad', right: 'Good' } };
  expect(inBlock('rating input', { options })).toEqual(['options.lenght', 'labels.lefft']);
  const webhook = { url: 'https://a.example', headers: [{ id: 'h', key: 'A', valeu: 'b' }] };
  expect(inBlock('Webhook', { options: { webhook } })).toEqual(['headers.valeu']);
});

test('with it come the members that are missing beside it, and no others', () => {
  const options = { lenght: 3, buttonType: 'Icons' };
  const [member] = [
    ...unstatedInOptions({ id: 'b', type: 'rating input', options } as never),
  ].filter((one) => one !== undefined);
  expect(member?.missing).toContain('length');
  expect(member?.missing).not.toContain('buttonType');
});

test('blocks without options, of unknown kinds, and with options of another shape have none', () => {
  expect(inBlock('rating input', {})).toEqual([]);
  expect(inBlock('rating input', { options: ['lenght'] })).toEqual([]);
  expect(inBlock('text', { options: { lenght: 3 } })).toEqual([]);
  expect(inBlock('teleport', { options: { lenght: 3 } })).toEqual([]);
});

test('it is found in the theme and the settings, too', () => {
  const flow = { theme: { chat: { colour: 1 } }, settings: { generall: {} } };
  expect(placesIn(unstatedInLooks(flow as never))).toEqual(['chat.colour', 'settings.generall']);
});
