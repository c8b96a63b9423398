import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { type BotImport, botImportSchema } from '../../src/engine/documents/bot.js';
import { isJsonRecord, type JsonRecord } from '../../src/engine/documents/jsonRecord.js';

/** Flows from public repositories of users. They are kept outside of this repository, since some may not be published. */
const folder = new URL('../../../shared/samples/', import.meta.url);
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith('.json'))
  : [];

function read(name: string): JsonRecord {
  const file: unknown = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
  if (!isJsonRecord(file)) throw new Error(`${name} is not a flow`);
  return file;
}

function records(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.filter(isJsonRecord) : [];
}

function idsOf(value: unknown): unknown[] {
  return records(value).map((record) => record['id']);
}

/** The groups with the ids of their blocks and items, without the start block and a group that is empty without it. */
function outline(groups: unknown): unknown[] {
  return records(groups)
    .map((group) => {
      const blocks = records(group['blocks']).filter((block) => block['type'] !== 'start');
      return [
        group['id'],
        blocks.map((block) => [block['id'], block['type'], idsOf(block['items'])]),
      ];
    })
    .filter(([, blocks]) => Array.isArray(blocks) && blocks.length > 0);
}

function imported(name: string): BotImport {
  const parsed = botImportSchema.safeParse(read(name));
  expect(parsed.error?.issues ?? []).toEqual([]);
  if (!parsed.success) throw parsed.error;
  return parsed.data;
}

if (files.length === 0) {
  process.stderr.write(`skipped: real flows cannot be imported, ${folder.pathname} is absent\n`);
  test.skip('imports the real flows of users (the folder of samples is absent)', () => undefined);
} else {
  describe.each(files)('%s', (name) => {
    test('keeps every group, block, item, variable and edge, broken ones too', () => {
      const file = read(name);
      const bot = imported(name);
      expect(outline(bot.groups)).toEqual(outline(file['groups']));
      expect(bot.variables).toEqual(file['variables']);
      expect(idsOf(bot.edges).sort()).toEqual(idsOf(file['edges']).sort());
      expect(bot.theme).toEqual(file['theme']);
    });

    test('begins where it began', () => {
      const starts = records(read(name)['groups'])
        .flatMap((group) => records(group['blocks']))
        .filter((block) => block['type'] === 'start');
      const [start] = [...starts, ...records(read(name)['events'])];
      expect(imported(name).events?.[0].outgoingEdgeId).toBe(start?.['outgoingEdgeId']);
    });

    test('is imported unchanged if it has version 6', () => {
      const file = read(name);
      const bot = imported(name);
      if (String(file['version']).startsWith('6')) {
        expect(JSON.stringify(bot.groups)).toBe(JSON.stringify(file['groups']));
        expect(JSON.stringify(bot.edges)).toBe(JSON.stringify(file['edges']));
      } else {
        expect(bot.edges?.[0]?.from).toEqual({ eventId: bot.events?.[0].id });
        expect(JSON.stringify([bot.groups, bot.edges])).not.toMatch(/"from":\{"groupId"/);
      }
    });
  });
}
