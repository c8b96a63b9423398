import { expect, test } from '@jest/globals';
import type { JsonRecord } from '../../../../src/engine/documents/jsonRecord.js';
import { fromOriginal, toOriginal } from '../../../../src/engine/flow/upgrade/originalNames.js';
import { partAt } from '../../../support/parts.js';

function blockFrom(block: JsonRecord): unknown {
  const { groups } = fromOriginal({ groups: [{ blocks: [block] }] });
  return partAt(groups, '0.blocks.0');
}

test.each([
  ['Typebot link', 'Bot link'],
  ['Chatwoot', 'Support widget'],
  ['Google Analytics', 'Analytics'],
  ['Pixel', 'Tracking pixel'],
  ['Google Sheets', 'Google Sheets'],
  ['toString', 'toString'],
])('calls a block of type %j %j', (theirs, ours) => {
  expect(blockFrom({ id: 'b', type: theirs })).toEqual({ id: 'b', type: ours });
});

test('renames links to a bot, also to the current one', () => {
  const options = { typebotId: 'current', groupId: 'g' };
  expect(JSON.stringify(blockFrom({ type: 'Typebot link', options }))).toBe(
    '{"type":"Bot link","options":{"botId":"current","groupId":"g"}}',
  );
  const mixed = { type: 'Bot link', options: { typebotId: 'a' } };
  expect(blockFrom(mixed)).toEqual({ type: 'Bot link', options: { botId: 'a' } });
});

test('does not change what people wrote', () => {
  const block = {
    id: 'typebotId',
    type: 'Code',
    options: { typebotId: 1, content: 'window.Typebot.open({ whatsApp: true })' },
  };
  expect(blockFrom(block)).toEqual(block);
});

test('renames settings in their place', () => {
  const settings = {
    whatsApp: { isEnabled: true },
    general: { systemMessages: { whatsAppPictureChoiceSelectLabel: 'Pick', botClosed: 'No' } },
    metadata: { googleTagManagerId: 'GTM-1', title: 'T' },
  };
  expect(JSON.stringify(fromOriginal({ settings }))).toBe(
    JSON.stringify({
      settings: {
        messengerChannel: { isEnabled: true },
        general: { systemMessages: { messengerPictureChoiceSelectLabel: 'Pick', botClosed: 'No' } },
        metadata: { tagManagerId: 'GTM-1', title: 'T' },
      },
    }),
  );
});

test('renames the credentials of the messaging channel', () => {
  expect(fromOriginal({ whatsAppCredentialsId: 'c' })).toEqual({ messengerCredentialsId: 'c' });
});

test('prefers our name if both are present', () => {
  expect(fromOriginal({ whatsAppCredentialsId: 'a', messengerCredentialsId: 'b' })).toEqual({
    messengerCredentialsId: 'b',
  });
});

test('does not change a bot with our names, or a value that is not a bot', () => {
  const ours = { name: 'Typebot', groups: 'none', settings: null };
  expect(fromOriginal(ours)).toEqual(ours);
});

test('a bot written for the original is read back as it was', () => {
  const ours = {
    version: '6',
    messengerCredentialsId: 'c',
    groups: [
      {
        blocks: [
          { id: 'a', type: 'Bot link', options: { botId: 'x' } },
          { id: 'b', type: 'Support widget' },
          { id: 'c', type: 'text', content: { botId: 'said' } },
        ],
      },
    ],
    settings: {
      messengerChannel: { isEnabled: false },
      metadata: { tagManagerId: 'GTM-1' },
      general: { systemMessages: { messengerPictureChoiceSelectLabel: 'Pick' } },
    },
  };
  const theirs = toOriginal(ours);
  expect(theirs).toEqual({
    version: '6',
    whatsAppCredentialsId: 'c',
    groups: [
      {
        blocks: [
          { id: 'a', type: 'Typebot link', options: { typebotId: 'x' } },
          { id: 'b', type: 'Chatwoot' },
          { id: 'c', type: 'text', content: { botId: 'said' } },
        ],
      },
    ],
    settings: {
      whatsApp: { isEnabled: false },
      metadata: { googleTagManagerId: 'GTM-1' },
      general: { systemMessages: { whatsAppPictureChoiceSelectLabel: 'Pick' } },
    },
  });
  expect(fromOriginal(theirs)).toEqual(ours);
});

test('the version of the theme is that of the file for the original', () => {
  expect(toOriginal({ version: '6', theme: {}, themeVersion: '6.1' })).toEqual({
    version: '6.1',
    theme: {},
  });
});
