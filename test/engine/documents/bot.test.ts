import { describe, expect, test } from '@jest/globals';
import {
  botImportSchema,
  botPatchSchema,
  flowOverrideSchema,
  newBotSchema,
  newDefinition,
} from '../../../src/engine/documents/bot.js';
import { at, edges, events, faultsIn, groups, oldGroups } from '../../support/sentBot.js';

describe('a bot to create', () => {
  test('may have no members at all', () => {
    expect(newBotSchema.parse({})).toStrictEqual({});
  });

  test('keeps settings for sharing it', () => {
    const settings = { publicShare: { isEnabled: true }, messengerChannel: { isEnabled: true } };
    expect(newBotSchema.parse({ settings })).toStrictEqual({ settings });
  });

  test('becomes a flow whose start leads nowhere if it has no graph', () => {
    expect(newDefinition({}, 'fresh')).toStrictEqual({
      version: '6',
      events: [{ id: 'fresh', type: 'start', graphCoordinates: at }],
      groups: [],
      edges: [],
      variables: [],
      theme: {},
      settings: {},
    });
    const sent = newBotSchema.parse({ events, groups, edges, theme: { customCss: 'a' } });
    expect(newDefinition(sent, 'fresh')).toMatchObject({
      events,
      groups,
      edges,
      theme: { customCss: 'a' },
    });
    const translations = { base: 'en', languages: { de: {} } };
    expect(newDefinition({ translations }, 'fresh')).toMatchObject({ translations });
  });

  test('gets a list of all its faults, a hundred at most', () => {
    expect(faultsIn(newBotSchema, { name: 5, theme: 1, groups: [{ id: '' }] })).toEqual([
      'name',
      'groups.0.id',
      'groups.0.title',
      'groups.0.graphCoordinates',
      'groups.0.blocks',
      'theme',
    ]);
    expect(faultsIn(newBotSchema, { edges: new Array(500).fill(1) })).toHaveLength(100);
    expect(faultsIn(newBotSchema, 'bot')).toEqual(['']);
  });

  test('is refused, without an internal error, if hardly anything in it is right', () => {
    const blocks = new Array(240_000).fill({});
    const groups = [{ id: 'g', title: '', graphCoordinates: at, blocks }];
    expect(faultsIn(newBotSchema, { groups })).toHaveLength(100);
    const items = new Array(80_000).fill({});
    const choices = new Array(5).fill({ id: 'b', type: 'choice input', items });
    const large = { groups: [{ id: 'g', title: '', graphCoordinates: at, blocks: choices }] };
    expect(newBotSchema.safeParse(large).error?.issues).toEqual(
      choices.map((_choice, index) => ({
        code: 'custom',
        path: ['groups', 0, 'blocks', index],
        message: 'Has more faults than can be listed',
      })),
    );
  });

  test('with a block that has ten thousands of faults is refused as one with too many to list', () => {
    const richText = new Array(50_000).fill(7);
    const blocks = [{ id: 'b', type: 'text', content: { richText } }];
    const groups = [{ id: 'g', title: '', graphCoordinates: at, blocks }];
    expect(newBotSchema.safeParse({ groups }).error?.issues).toEqual([
      expect.objectContaining({
        path: ['groups', 0, 'blocks', 0],
        message: 'Has more faults than can be listed',
      }),
    ]);
    const columnsVisibility = Object.fromEntries(richText.slice(0, 20_000).map((_, n) => [n, 7]));
    expect(faultsIn(newBotSchema, { resultsTablePreferences: { columnsVisibility } })).toEqual([
      '',
    ]);
  });

  test('has its blocks checked by their kind, and unknown kinds are refused; a file keeps those', () => {
    const group = (...blocks: object[]) => [
      { id: 'g', title: 'Menu', graphCoordinates: at, blocks },
    ];
    const image = { id: 'b', type: 'image', content: { url: 5 } };
    const future = { type: 'hologram', content: { url: 5 }, id: 'b' };
    expect(faultsIn(newBotSchema, { groups: group(image) })).toEqual([
      'groups.0.blocks.0.content.url',
    ]);
    const long = { type: 'x'.repeat(1_000), id: 'c' };
    const { error } = newBotSchema.safeParse({ groups: group(future, image, long) });
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['groups.0.blocks.1.content.url', expect.any(String)],
      ['groups.0.blocks.0.type', 'Is "hologram", a type no block has (block b of group "Menu")'],
      ['groups.0.blocks.2.type', expect.stringMatching(/^Is "x{60}…"/)],
    ]);
    for (const schema of [botPatchSchema, botImportSchema, flowOverrideSchema]) {
      const sent = { version: '6', events, groups: group(future, long) };
      expect(schema.parse(sent)).toMatchObject({ groups: sent.groups });
    }
    const retired = group({ id: 'z', type: 'Zemantic AI' }, { id: 'y', type: 'zemantic-ai' });
    expect(newBotSchema.parse({ groups: retired })).toEqual({ groups: retired });
  });

  test('is refused if it cannot be stored', () => {
    expect(faultsIn(newBotSchema, { name: 'a\0' })).toEqual(['name']);
    expect(faultsIn(newBotSchema, JSON.parse('{"theme":{"__proto__":{}}}'))).toEqual([
      'theme.__proto__',
    ]);
    const deep: unknown = JSON.parse(`{"theme":${'['.repeat(10_000)}${']'.repeat(10_000)}}`);
    expect(newBotSchema.safeParse(deep).error?.issues[0]?.message).toMatch(/nested deeper/);
  });
});

describe('a public id', () => {
  test.each([['a'], ['A.b-c_d~9'], ['...'], ['-'], ['x'.repeat(255)], [null]])(
    'may be %j',
    (publicId) => {
      expect(newBotSchema.parse({ publicId })).toStrictEqual({ publicId });
    },
  );

  test.each([[''], ['.'], ['..'], ['a b'], ['a/b'], ['é'], ['x'.repeat(256)], ['a\n'], [7]])(
    'may not be %j',
    (publicId) => {
      expect(faultsIn(botPatchSchema, { publicId })).toEqual(['publicId']);
    },
  );
});

describe('a custom domain', () => {
  test.each([
    ['chat.example.com', 'chat.example.com'],
    ['Chat.Example.com/My-Bot/a_1', 'chat.example.com/My-Bot/a_1'],
    ['a-b.xn--p1ai', 'a-b.xn--p1ai'],
    [null, null],
  ])('%j is kept as %j', (customDomain, kept) => {
    expect(newBotSchema.parse({ customDomain })).toStrictEqual({ customDomain: kept });
  });

  test.each([
    [''],
    ['localhost'],
    ['https://chat.example.com'],
    ['-a.example.com'],
    ['a-.example.com'],
    ['a..com'],
    ['1.2.3.4'],
    ['a.example.com/'],
    ['a.example.com/a b'],
    ['a.example.com/a?b'],
    [`${'a'.repeat(64)}.example.com`],
    [`${'a.'.repeat(126)}com`],
    ['a.example.com\n'],
  ])('%j is none', (customDomain) => {
    expect(faultsIn(newBotSchema, { customDomain })).toEqual(['customDomain']);
  });
});

describe('a change to a bot', () => {
  test('distinguishes absent members from cleared ones', () => {
    const cleared = {
      icon: null,
      folderId: null,
      publicId: null,
      customDomain: null,
      selectedThemeTemplateId: null,
      resultsTablePreferences: null,
      messengerCredentialsId: null,
      riskLevel: null,
    };
    expect(botPatchSchema.parse(cleared)).toStrictEqual(cleared);
    expect(botPatchSchema.parse({})).toStrictEqual({});
  });

  test.each([
    ['name'],
    ['theme'],
    ['settings'],
    ['groups'],
    ['edges'],
    ['variables'],
    ['events'],
    ['isClosed'],
    ['updatedAt'],
  ])('cannot clear %s', (key) => {
    expect(faultsIn(botPatchSchema, { [key]: null })).toEqual([key]);
  });

  test('drops members that callers may not write', () => {
    const sent = { id: 'x', workspaceId: 'w', isArchived: true, createdAt: 'now', version: '6.1' };
    expect(botPatchSchema.parse({ ...sent, riskLevel: 7, isClosed: true })).toStrictEqual({
      riskLevel: 7,
      isClosed: true,
    });
  });

  test('takes the time of the last seen version as a text', () => {
    const patch = botPatchSchema.parse({ updatedAt: '2026-01-31T09:30:00.000Z' });
    expect(patch.updatedAt?.toISOString()).toBe('2026-01-31T09:30:00.000Z');
  });

  test.each([['yesterday'], [{}], [true], [Date.UTC(2026, 0, 31)]])(
    'takes %j for no moment',
    (updatedAt) => {
      expect(botPatchSchema.safeParse({ updatedAt }).error?.issues[0]?.message).toMatch(
        /Must be a moment/,
      );
    },
  );

  test('in the shape of version 5 is converted to that of 6', () => {
    const oldEdge = { id: 'e', from: { groupId: 'g0', blockId: 'sb' }, to: { groupId: 'g' } };
    const sent = { version: '5', events: null, groups: oldGroups, edges: [oldEdge] };
    expect(botPatchSchema.parse(sent)).toStrictEqual({
      groups,
      edges: [{ id: 'e', from: { eventId: 'g0' }, to: { groupId: 'g' } }],
      events: [{ id: 'g0', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e' }],
    });
  });

  test('is accepted with the names of the original', () => {
    const sent = { whatsAppCredentialsId: null, settings: { whatsApp: { isEnabled: true } } };
    expect(botPatchSchema.parse(sent)).toStrictEqual({
      messengerCredentialsId: null,
      settings: { messengerChannel: { isEnabled: true } },
    });
  });
});

describe('a file to import', () => {
  test('with a blank name has none', () => {
    const named = (name: string) => botImportSchema.parse({ version: '6', groups, name });
    expect([named(' \u200b'), named('Lead')]).toEqual([{ groups }, { groups, name: 'Lead' }]);
  });

  test('needs only groups', () => {
    expect(botImportSchema.parse({ version: '6', groups })).toStrictEqual({ groups });
    expect(faultsIn(botImportSchema, { version: '6' })).toEqual(['groups']);
    expect(faultsIn(botImportSchema, { version: '5' })).toEqual(['groups']);
  });

  test('loses its address, flags and ids of another server', () => {
    const display = { name: 'A', icon: null, folderId: 'f', selectedThemeTemplateId: 't' };
    const elsewhere = {
      id: 'x',
      publicId: 'not ours: / ?',
      customDomain: 5,
      workspaceId: 'w',
      isClosed: true,
      riskLevel: 9,
      updatedAt: 'x',
    };
    const file = { version: '6', ...display, ...elsewhere, events, groups, edges };
    expect(botImportSchema.parse(file)).toStrictEqual({ ...display, events, groups, edges });
  });

  test('is not shared, and not on the messenger channel', () => {
    const settings = {
      publicShare: { isEnabled: true },
      whatsApp: { isEnabled: true, sessionExpiryTimeout: 2 },
      metadata: { title: 'T' },
    };
    expect(botImportSchema.parse({ version: '6', groups, settings }).settings).toStrictEqual({
      publicShare: { isEnabled: false },
      messengerChannel: { isEnabled: false, sessionExpiryTimeout: 2 },
      metadata: { title: 'T' },
    });
  });

  test('without a version is of version 3', () => {
    const { events: made } = botImportSchema.parse({ groups: oldGroups });
    expect(made?.[0].id).toBe('g0');
    expect(botImportSchema.safeParse({ groups }).error?.issues[0]?.message).toMatch(/"start"/);
  });
});

describe('a flow to preview', () => {
  test('becomes a whole flow of version 6, whatever was sent', () => {
    expect(flowOverrideSchema.parse({ id: 'x', groups: oldGroups, name: 'N' })).toStrictEqual({
      id: 'x',
      version: '6',
      groups,
      events: [{ id: 'g0', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e' }],
      edges: [],
      variables: [],
      theme: {},
      settings: {},
    });
  });

  test('of version 6 needs events and groups', () => {
    expect(faultsIn(flowOverrideSchema, { version: '6' })).toEqual(['events', 'groups']);
    expect(flowOverrideSchema.safeParse({ version: '6', events, groups }).success).toBe(true);
  });
});
