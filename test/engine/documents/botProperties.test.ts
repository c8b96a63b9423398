import { describe, expect, test } from '@jest/globals';
import {
  botImportSchema,
  botPatchSchema,
  flowOverrideSchema,
  newBotSchema,
} from '../../../src/engine/documents/bot.js';
import type { JsonRecord } from '../../../src/engine/documents/jsonRecord.js';
import { settingsSchema } from '../../../src/engine/documents/settings.js';
import { themeSchema } from '../../../src/engine/documents/theme.js';
import { upgradeDefinition, upgradePatch } from '../../../src/engine/flow/upgrade/index.js';
import { fc } from '../../support/properties.js';

const schemas = [newBotSchema, botPatchSchema, botImportSchema, flowOverrideSchema];
const id = fc.constantFrom('a', 'b', 'c', 'd');
const json = fc.jsonValue({ maxDepth: 3 });
const orJunk = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: json });
const some = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  orJunk(fc.array(usual, { maxLength: 4 }));

const block = orJunk(
  fc.record(
    {
      id,
      type: fc.constantFrom('start', 'text', 'Typebot link', 'Webhook', 'Google Sheets', 'Email'),
      groupId: id,
      webhookId: id,
      outgoingEdgeId: id,
      options: json,
      items: some(fc.record({ id, blockId: id, type: json })),
    },
    { requiredKeys: ['id', 'type'] },
  ),
);
const group = orJunk(
  fc.record({
    id,
    title: fc.string(),
    graphCoordinates: fc.constant({ x: 0, y: 0 }),
    blocks: some(block),
  }),
);
const edge = orJunk(
  fc.record({ id, from: orJunk(fc.record({ blockId: id, groupId: id })), to: json }),
);
/** Almost valid flows, with invalid parts here and there. */
const flow = fc.record(
  {
    version: fc.constantFrom('3', '4', '5', '6', '6.1', null, 6),
    events: json,
    groups: some(group),
    edges: some(edge),
    variables: json,
    theme: json,
    settings: fc.oneof(json, fc.record({ whatsApp: json, publicShare: json, metadata: json })),
  },
  { requiredKeys: [] },
);

describe('any document', () => {
  test('is accepted, or refused with a reason', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), flow), (sent) => {
        for (const schema of schemas) {
          const parsed = schema.safeParse(sent);
          expect(parsed.success || parsed.error.issues.length > 0).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('is the same after one upgrade and after two', () => {
    fc.assert(
      fc.property(flow, (sent: JsonRecord) => {
        for (const upgrade of [upgradeDefinition, upgradePatch]) {
          const once = upgrade(sent);
          if (once.ok) expect(upgrade(once.record)).toEqual(once);
        }
      }),
      { numRuns: 500 },
    );
  });
});

const unknown = fc.dictionary(
  fc.string({ minLength: 1 }).map((key) => `x${key}`),
  json,
  { maxKeys: 3 },
);

/** An object with some of the known keys and some unknown ones, in any order. */
function mixed(known: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonRecord> {
  return fc
    .tuple(fc.record(known, { requiredKeys: [] }), unknown)
    .chain(([some, others]) => {
      const entries = Object.entries({ ...some, ...others });
      const size = entries.length;
      return fc.shuffledSubarray(entries, { minLength: size, maxLength: size });
    })
    .map((entries) => Object.fromEntries(entries));
}

function ofGoogle(font: JsonRecord): JsonRecord {
  return { ...font, type: 'Google' };
}

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const box = mixed({
  color: fc.string(),
  opacity: fraction,
  border: mixed({ roundeness: fc.constant('custom'), customRoundeness: fc.integer() }),
});
const theme = mixed({
  customCss: fc.string(),
  chat: mixed({ roundness: fc.constant('large'), inputs: box, container: box }),
  general: mixed({ font: mixed({ family: fc.string() }).map(ofGoogle) }),
});
const settings = mixed({
  metadata: mixed({ title: fc.string(), allowIndexing: fc.boolean() }),
  typingEmulation: mixed({ delayBetweenBubbles: fraction, enabled: fc.boolean() }),
  general: mixed({ rememberUser: mixed({ storage: fc.constant('local') }) }),
});

describe('theme and settings', () => {
  test('are returned as sent, with unknown keys and in the same order', () => {
    fc.assert(
      fc.property(theme, settings, (sentTheme, sentSettings) => {
        const sent = { settings: sentSettings, theme: sentTheme };
        const text = JSON.stringify(sent);
        fc.pre(!text.includes('\\u0000') && !text.includes('__proto__'));
        expect(JSON.stringify(botPatchSchema.parse(sent))).toBe(text);
        expect(JSON.stringify(newBotSchema.parse(sent))).toBe(text);
      }),
    );
  });

  test('are checked without filling in defaults', () => {
    fc.assert(
      fc.property(theme, settings, (sentTheme, sentSettings) => {
        expect(themeSchema.parse(sentTheme)).toEqual(sentTheme);
        expect(settingsSchema.parse(sentSettings)).toEqual(sentSettings);
      }),
    );
  });
});

test('a graph is returned as sent, with unknown keys and in the same order', () => {
  const at = mixed({ y: fc.integer() }).map((rest) => ({ ...rest, x: 1, y: 2 }));
  const sentBlock = mixed({ options: json }).map((rest) => ({ ...rest, id: 'b', type: 'Return' }));
  const sentGroup = fc
    .tuple(unknown, at, fc.array(sentBlock, { maxLength: 3 }))
    .map(([rest, graphCoordinates, blocks]) => ({
      ...rest,
      blocks,
      graphCoordinates,
      title: 'T',
      id: 'g',
    }));
  fc.assert(
    fc.property(fc.array(sentGroup, { maxLength: 3 }), (groups) => {
      const text = JSON.stringify({ groups });
      fc.pre(!text.includes('\\u0000') && !text.includes('__proto__'));
      expect(JSON.stringify(newBotSchema.parse({ groups }))).toBe(text);
    }),
  );
});
