import { describe, expect, test } from '@jest/globals';
import type { z } from 'zod';
import { edgeSchema } from '../../../src/engine/documents/edge.js';
import { eventsSchema } from '../../../src/engine/documents/event.js';
import { jsonFault } from '../../../src/engine/documents/jsonFault.js';
import { groupSchema } from '../../../src/engine/documents/group.js';
import { resultsTablePreferencesSchema } from '../../../src/engine/documents/botMembers.js';
import { settingsSchema } from '../../../src/engine/documents/settings.js';
import { themeSchema } from '../../../src/engine/documents/theme.js';
import { variableSchema } from '../../../src/engine/documents/variable.js';

const at = { x: 0, y: 0 };

function faultsIn(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'));
}

describe('a theme', () => {
  test.each([
    [{}],
    [{ general: { font: 'Open Sans' } }],
    [{ general: { font: { type: 'Google', family: 'Lora' } } }],
    [{ general: { font: { type: 'Custom', css: 'a{}', url: 'u' } } }],
    [{ general: { background: { type: 'None' }, progressBar: { thickness: 6 } } }],
    [{ chat: { container: { maxWidth: '800px', opacity: 0, border: { opacity: 1 } } } }],
    [{ chat: { inputs: { placeholderColor: '{{Colour}}', shadow: '2xl' } } }],
    [{ chat: { hostBubbles: { border: { roundeness: 'custom', customRoundeness: 9 } } } }],
    [{ chat: { roundness: 'large', buttonsInput: { layout: 'vertical' } }, customCss: '' }],
    [{ chat: { whatANewerEditorWrites: { deep: [1, null] } } }],
  ])('takes %j as it is', (theme) => {
    expect(themeSchema.parse(theme)).toEqual(theme);
  });

  test.each([
    [{ chat: { buttons: { opacity: 1.01 } } }, 'chat.buttons.opacity'],
    [{ chat: { inputs: { border: { opacity: -0.1 } } } }, 'chat.inputs.border.opacity'],
    [{ chat: { buttons: { shadow: 'huge' } } }, 'chat.buttons.shadow'],
    [{ chat: { buttons: { border: { roundeness: 'round' } } } }, 'chat.buttons.border.roundeness'],
    [{ general: { font: { family: 'Lora' } } }, 'general.font'],
    [{ general: { background: { type: 'Video' } } }, 'general.background.type'],
    [{ general: { progressBar: { placement: 'Left' } } }, 'general.progressBar.placement'],
    [{ general: { progressBar: { position: 'sticky' } } }, 'general.progressBar.position'],
    [{ general: null }, 'general'],
    [{ customCss: null }, 'customCss'],
    [null, ''],
  ])('refuses %j and says where', (theme, path) => {
    expect(faultsIn(themeSchema, theme)).toEqual([path]);
  });
});

describe('settings', () => {
  test.each([
    [{}],
    [{ general: { rememberUser: { isEnabled: true, storage: 'local' } } }],
    [{ general: { systemMessages: { botClosed: 'Closed' } } }],
    [{ typingEmulation: { speed: 300, maxDelay: 1.5, delayBetweenBubbles: 5 } }],
    [{ typingEmulation: { delayBetweenBubbles: 0 } }],
    [{ messengerChannel: { sessionExpiryTimeout: 0.01 } }],
    [{ messengerChannel: { sessionExpiryTimeout: 48, startCondition: {} } }],
    [
      {
        messengerChannel: {
          startCondition: {
            logicalOperator: 'OR',
            comparisons: [{ id: 'c', comparisonOperator: 'Equal to', value: 'hi' }],
          },
        },
      },
    ],
    [{ metadata: { title: '', imageUrl: '', allowIndexing: false } }],
    [{ security: { allowedOrigins: ['https://a.example'] }, publicShare: { isEnabled: true } }],
    [{ general: { isResultSavingEnabled: true } }],
  ])('take %j as it is', (settings) => {
    expect(settingsSchema.parse(settings)).toEqual(settings);
  });

  test.each([
    [{ typingEmulation: { delayBetweenBubbles: 5.1 } }, 'typingEmulation.delayBetweenBubbles'],
    [{ typingEmulation: { delayBetweenBubbles: -1 } }, 'typingEmulation.delayBetweenBubbles'],
    [{ typingEmulation: { speed: '400' } }, 'typingEmulation.speed'],
    [{ messengerChannel: { sessionExpiryTimeout: 0 } }, 'messengerChannel.sessionExpiryTimeout'],
    [{ messengerChannel: { sessionExpiryTimeout: 49 } }, 'messengerChannel.sessionExpiryTimeout'],
    [
      { messengerChannel: { errorAndMarketingStatusWebhookForwardUrl: 'javascript:1' } },
      'messengerChannel.errorAndMarketingStatusWebhookForwardUrl',
    ],
    [{ general: { rememberUser: { storage: 'cookie' } } }, 'general.rememberUser.storage'],
    [{ security: { allowedOrigins: 'https://a.example' } }, 'security.allowedOrigins'],
  ])('with %j are refused, saying where', (settings, path) => {
    expect(faultsIn(settingsSchema, settings)).toEqual([path]);
  });
});

describe('the graph', () => {
  test('begins with a start event; other kinds may follow, known or not', () => {
    const start = { id: 's', type: 'start', graphCoordinates: at };
    const later = { id: 'l', type: 'whenRaining', graphCoordinates: at, options: { mm: 3 } };
    expect(eventsSchema.parse([start, later])).toEqual([start, later]);
    expect(faultsIn(eventsSchema, [later, start])).toEqual(['0.type']);
    expect(faultsIn(eventsSchema, [])).toEqual(['0']);
    expect(faultsIn(eventsSchema, null)).toEqual(['']);
  });

  test('has edges from events, blocks, items and paths', () => {
    const froms = [
      { eventId: 's' },
      { blockId: 'b' },
      { blockId: 'b', itemId: 'i', pathId: 'p' },
      { blockId: 'b', groupId: 'left over' },
    ];
    for (const from of froms) {
      const edge = { id: 'e', from, to: { groupId: 'g', blockId: 'b' } };
      expect(edgeSchema.parse(edge)).toEqual(edge);
    }
  });

  test('refuses an edge without a source with a helpful message', () => {
    const parsed = edgeSchema.safeParse({ id: 'e', from: {}, to: { groupId: 'g' } });
    expect(parsed.error?.issues[0]?.message).toMatch(/`eventId`.*`blockId`/);
  });

  test('keeps unknown members of groups and blocks', () => {
    const block = { id: 'b', type: 'hologram', options: { colour: ['red'] }, isNew: true };
    const group = { id: 'g', title: '', graphCoordinates: at, blocks: [block], folded: true };
    expect(groupSchema.parse(group)).toEqual(group);
  });

  test.each([['text'], [['a', null]], [[]], [null]])('lets a variable hold %j', (value) => {
    expect(variableSchema.parse({ id: 'v', name: 'n', value }).value).toEqual(value);
  });

  test.each([[1], [true], [[1]], [{}]])('refuses a variable with the value %j', (value) => {
    expect(faultsIn(variableSchema, { id: 'v', name: 'n', value })).toEqual(['value']);
  });
});

describe('preferences of the results table', () => {
  const full = { columnsOrder: ['a'], columnsVisibility: { a: true }, columnsWidth: { a: 120 } };

  test('may have any of their parts absent', () => {
    for (const sent of [full, {}, { columnsOrder: ['a'] }, { columnsWidth: { a: 120 } }]) {
      expect(resultsTablePreferencesSchema.parse(sent)).toEqual(sent);
    }
    expect(faultsIn(resultsTablePreferencesSchema, { columnsOrder: 'a' })).toEqual([
      'columnsOrder',
    ]);
  });

  test('treat an empty list of widths as absent, and refuse a filled one', () => {
    const parsed = resultsTablePreferencesSchema.parse({ ...full, columnsWidth: [] });
    expect(parsed.columnsWidth).toEqual({});
    const filled = { ...full, columnsWidth: [1] };
    expect(faultsIn(resultsTablePreferencesSchema, filled)).toEqual(['columnsWidth']);
  });
});

describe('a value that cannot be kept safely', () => {
  test('is one nested ten thousand levels deep', () => {
    const deep: unknown = JSON.parse('['.repeat(10_000) + ']'.repeat(10_000));
    expect(jsonFault(deep)).toEqual({ path: [], message: 'Is nested deeper than 200 levels' });
  });

  test('is one with hundreds of thousands of members', () => {
    expect(jsonFault(new Array(500_000).fill(0))?.message).toMatch(/more than 500000 values/);
  });

  test('is one with an object of too many members', () => {
    const members = Array.from({ length: 50_001 }, (_, at) => [`m${at}`, at] as const);
    const large = Object.fromEntries(members);
    expect(jsonFault({ a: [large] })).toEqual({
      path: ['a', 0],
      message: 'Holds more than 50000 members',
    });
    expect(jsonFault(Object.fromEntries(members.slice(1)))).toBeUndefined();
  });

  test('is one with a NUL character, an unpaired surrogate, or a key that replaces a prototype', () => {
    expect(jsonFault({ a: ['x\0'] })).toEqual({
      path: ['a', 0],
      message: 'Text may not contain a NUL character',
    });
    expect(jsonFault({ 'a\0': 1 })?.path).toEqual(['a\0']);
    expect(jsonFault({ a: '\ud83d' })?.message).toMatch(/surrogate/);
    expect(jsonFault(JSON.parse('{"a":{"__proto__":{}}}'))?.path).toEqual(['a', '__proto__']);
  });

  test('is not an emoji, a date, ordinary nesting or a key named constructor', () => {
    const fine = { emoji: '😀', when: new Date(0), list: [[[null]]], constructor: true };
    expect(jsonFault(fine)).toBeUndefined();
  });
});
