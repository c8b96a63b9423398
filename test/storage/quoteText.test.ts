import { describe, expect, test } from '@jest/globals';
import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import { quoteText } from '../../src/storage/quoteText.js';
import { fc } from '../support/properties.js';
import { rowsOf } from '../support/rows.js';
import { useStorage } from '../support/database.js';

const own = useStorage();
const signs = fc.constantFrom("'", '\\', '?', 'a', '€', '🙂', '\n', '$1', '--', '" ');
const texts = fc.array(signs).map((parts) => parts.join(''));

describe('a text that is written into a statement', () => {
  test('is written as by the ORM itself', () => {
    const platform = new PostgreSqlPlatform();
    fc.assert(
      fc.property(texts, (text) => {
        expect(quoteText(text)).toBe(platform.escape(text));
      }),
    );
  });

  test('is read back unchanged', async () => {
    const all = fc.sample(texts, 50);
    const rows = await rowsOf(own.url, `select array[${all.map(quoteText).join(',')}] as all`);
    expect(rows).toEqual([{ all }]);
  });

  test('is read back unchanged also if it is long and full of characters that are doubled', async () => {
    const pairs = ['\\\\', "\\'", '\\$q0$', '\\$', "'a", "''"];
    const all = pairs.map((pair) => pair.repeat(80_000));
    const rows = await rowsOf(own.url, `select array[${all.map(quoteText).join(',')}] as all`);
    expect(rows[0]?.['all']).toEqual(all);
    expect(quoteText(all[0] ?? '')).toHaveLength(160_000 + 2 * 35 + 1);
  });

  test('is written by the ORM with the function for megabytes', () => {
    expect(own.storage.orm.em.getPlatform()).toMatchObject({ escapeLiteral: quoteText });
  });
});
