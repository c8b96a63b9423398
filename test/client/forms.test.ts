import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeFields, KINDS } from '../../src/engine/index.js';
import { TOKEN } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { pageInGuide } from '../support/repository.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { useServer } from '../support/useServer.js';

const html = pageInGuide('draw-forms');

test('the page of the guide names no kind of block, and is short', () => {
  // The input element of HTML has the type "text", too.
  const named = KINDS.filter(({ type }) => type !== 'text' && html.includes(`'${type}'`));
  expect(named.map(({ type }) => type)).toEqual([]);
  expect(html.split('\n').length).toBeLessThanOrEqual(121);
});

const app = useApp();
const rest = restOf(app);

describeInBrowser('the page of the guide that draws forms', () => {
  const { open } = useBrowser();
  const pages = useServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(html);
  });

  async function blocksOf(botId: string) {
    const query = 'query ($id: ID!) { bot(id: $id) { draft } }';
    const { data } = await queryGraphql(app().url, { query, variables: { id: botId } });
    return recordsAt(partAt(data, 'bot.draft.groups.0'), 'blocks');
  }

  test.each(chunksOf(KINDS.filter(isFirst), 10))(
    'sets the options of every kind of block, which are stored and read back: part %#',
    async (...kinds) => {
      const workspaceId = await makeWorkspace(rest);
      const bot = botOf({
        variables: { Name: 'Ada', Other: null },
        groups: { Start: kinds.map(({ type, example }) => ({ type, ...listsOf(example) })) },
      });
      const { id: botId } = (await bodyOf(rest.importBot({ workspaceId, bot }))).bot;
      const hash = `server=${app().url}&bot=${botId}&token=${TOKEN}`;
      const { page, faults } = await open(`${pages()}/forms#${hash}`);
      await page.locator('#form[data-drawn="1"]').waitFor();
      for (const { id } of await blocksOf(botId)) {
        await page.selectOption('#blocks', String(id));
        const set = await fillIn(page);
        const stored = (await blocksOf(botId)).find((block) => block['id'] === id);
        const missing = set.filter(([path, value]) => !isStored(partAt(stored, path), value));
        expect([stored?.['type'], missing]).toEqual([stored?.['type'], []]);
      }
      expect([await page.innerText('#fault'), faults]).toEqual(['', []]);
    },
  );
});

type Kind = (typeof KINDS)[number];

/** Whether a kind is offered, and has another form than all kinds before it. */
function isFirst({ schema, isRetired }: Kind): boolean {
  const form = formOf(schema);
  return (
    isRetired !== true && KINDS.find((kind) => formOf(kind.schema) === form)?.schema === schema
  );
}

function formOf(schema: Kind['schema']): string {
  return JSON.stringify(describeFields({ schema, texts: 'READ' }));
}

/** A list in lists of this length. */
function chunksOf<T>(list: readonly T[], length: number): T[][] {
  const count = Math.ceil(list.length / length);
  return Array.from({ length: count }, (_, n) => list.slice(n * length, (n + 1) * length));
}

/** Whether a value is what was written in a field: itself, or a formatted text that says it. */
function isStored(stored: unknown, written: unknown): boolean {
  if (stored === null || stored === undefined) return false;
  if (typeof stored === 'object') return JSON.stringify(stored).includes(`"${String(written)}"`);
  return String(stored) === String(written);
}

/** The lists that every block of the kind must have, which may be empty. */
function listsOf({ items }: Readonly<Record<string, unknown>>): object {
  return items === undefined ? {} : { items };
}

/** The paths of fields that were set in an earlier kind: most kinds share some, which need not be set again in each. */
const filled = new Set<string>();

/** Sets each field that shows and that no earlier kind had; returns the paths and the values that were set. */
async function fillIn(page: Page): Promise<[string, unknown][]> {
  const set = await page.evaluate(`(${SET})(${JSON.stringify([...filled])})`);
  const pairs = recordsAt(recordAt({ set }), 'set').map(({ path, value }): [string, unknown] => [
    String(path),
    value,
  ]);
  for (const [path] of pairs) {
    const field = path.replace(/\.\d+(?=\.|$)/g, '[]');
    for (const list of [field, ...field.split('[]').slice(0, -1)]) filled.add(list);
  }
  return pairs;
}

/** Runs in the page: adds an entry to each list, then sets each input once, and each action in turn, until nothing new shows. */
const SET = `(async (before) => {
  const form = document.getElementById('form');
  const done = new Map();
  const tried = new Set(before);
  const isNew = ({ name }) => !before.includes(name);
  const saved = async (act) => {
    const drawn = form.dataset.drawn;
    act();
    while (form.dataset.drawn === drawn) await new Promise((resolve) => setTimeout(resolve, 2));
    const fault = document.getElementById('fault').textContent;
    if (fault) throw new Error(fault);
  };
  const choose = async (input, value) => {
    tried.add(input.dataset.keys + value);
    done.set(input.dataset.keys, value);
    await saved(() => ((input.value = value), input.onchange()));
  };
  const fill = async (input) => {
    const { keys } = input.dataset;
    if (input.tagName === 'SELECT') {
      const value = [...input.options].at(-1).value;
      return value === '' ? done.set(keys, undefined) : choose(input, value);
    }
    const isTime = /hours.*\\.(from|to)$/.test(input.name);
    const value = isTime ? '03:00' : input.name.endsWith('.size') ? 'auto' : '3';
    done.set(keys, input.type === 'checkbox' ? true : value);
    await saved(() => (Object.assign(input, { checked: true, value }), input.onchange()));
  };
  const next = () => {
    const list = [...form.querySelectorAll('fieldset > button')].find(
      ({ previousSibling, name }) => !tried.has(name) && !previousSibling.firstChild,
    );
    if (list) return () => (tried.add(list.name), saved(() => list.click()));
    const inputs = [...form.querySelectorAll('[data-keys]')];
    const input = inputs.find((one) => isNew(one) && !done.has(one.dataset.keys));
    if (input) return () => fill(input);
    const kinds = inputs.filter(({ dataset }) => /"(action|task|type)"]$/.test(dataset.keys));
    for (const kind of kinds)
      for (const { value } of kind.options ?? [])
        if (value !== '' && !tried.has(kind.dataset.keys + value)) return () => choose(kind, value);
  };
  for (let act = next(); act; act = next()) await act();
  return [...done]
    .filter(([, value]) => value !== undefined)
    .map(([keys, value]) => ({ path: JSON.parse(keys).join('.'), value }));
})`;
