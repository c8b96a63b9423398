import { expect, test } from '@jest/globals';
import type { Kind } from '../../packages/console/src/blocks/kinds.js';
import { newBlock } from '../../packages/console/src/canvas/model/gestures.js';
import { outletsOf } from '../../packages/console/src/canvas/model/outlets.js';
import { planOf } from '../../packages/console/src/canvas/model/plan.js';
import { type Field, fieldTree, hasText } from '../../packages/console/src/blocks/formModel.js';
import { counter, flow, group } from '../support/canvasFlow.js';
import { botOf } from '../support/botOf.js';
import { say } from '../support/flowOf.js';
import { describedKind, fieldsOf } from '../support/kinds.js';
import { signIntoBrowser } from '../support/oauthFlow.js';
import { oracle } from '../support/oracle.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { bodyOf } from '../support/transports.js';
import { describeInBrowser, useBrowser } from '../support/useBrowser.js';

const app = useApp();
const rest = restOf(app);
const described = describedKind(oracle);
const kinds = new Map([['oracle', described]]);
const added = newBlock(described, counter());

test('a kind that the server adds begins as it says, with its words and its ways on the canvas', () => {
  expect(oracle.schema.safeParse(added).success).toBe(true);
  const block = { ...added, options: { isFormula: false, wish: 'Rain?\nOr sun?' } };
  const [plan] = planOf(group('g', 0, block), kinds).blocks;
  expect(plan).toMatchObject({ text: 'Rain? Or sun?', items: [{}, {}] });
  const inGroup = { ...flow, groups: [group('g', 0, block)] };
  const ways = outletsOf(inGroup, { blockId: added.id, groupIds: [] }, kinds);
  expect(ways.map(({ text }) => text)).toEqual(['Good stars', 'Bad', 'Otherwise']);
});

test('a kind that the server adds has a form in which text that is not code is typed as text', () => {
  const fields = fieldsOf(oracle);
  expect(fieldTree(fields).map((node) => node.field.path)).toEqual([
    'options.wish',
    'options.isFormula',
    'items',
  ]);
  const [wish] = fields;
  expect(wish && hasText(wish, added)).toBe(true);
  expect(wish && hasText(wish, { options: { isFormula: true } })).toBe(false);
});

/** A field as GraphQL sends it: with the names of types, and null where it says nothing. */
function sent(field: Kind['canvasFields'][number] & Partial<Pick<Field, 'showsWhen'>>) {
  const named = (name: string, list: readonly object[] | null | undefined) =>
    list?.map((one) => ({ __typename: name, help: null, ...one })) ?? null;
  const nothing = ['language', 'default', 'min', 'max', 'maxLength', 'unit', 'ownNames'];
  const more = ['variableUse', 'credentialsType', 'listedBy'];
  return {
    ...Object.fromEntries([...nothing, ...more].map((name) => [name, null])),
    ...field,
    __typename: 'FieldDescription',
    choices: named('FieldChoice', field.choices),
    showsWhen: named('FieldCondition', field.showsWhen),
    textWhen: named('FieldCondition', field.textWhen),
  };
}

describeInBrowser('a kind that the server adds', () => {
  const browser = useBrowser();

  test('is offered in the console, begins as it says, and is written in its form', async () => {
    const workspaceId = await makeWorkspace(rest);
    const bot = botOf({ groups: { Start: [say('Hello')] } });
    const { id: botId } = (await bodyOf(rest.importBot({ workspaceId, bot }))).bot;
    const context = await browser.openContext({ reducedMotion: 'reduce' });
    await signIntoBrowser(context, app());
    const edits: string[] = [];
    await context.route('**/graphql', async (route) => {
      const asked = route.request().postData() ?? '';
      // This server, which has no such kind, is not asked to store one.
      if (asked.includes('mutation EditFlow')) return void edits.push(asked);
      const response = await route.fetch();
      const json = (await response.json()) as { data?: { blockTypes?: object[] } };
      const [like] = json.data?.blockTypes ?? [];
      const form = { type: 'oracle', fields: fieldsOf(oracle).map(sent) };
      const { canvasFields, ...kind } = describedKind(oracle);
      const listed = { ...like, ...kind, canvasFields: canvasFields.map(sent) };
      const isForm = asked.includes('"types":["oracle"]');
      json.data?.blockTypes?.push({ __typename: 'BlockType', ...(isForm ? form : listed) });
      await route.fulfill({ response, json });
    });
    const url = `${app().url}/console/b/${botId}/flow`;
    const { page, faults } = await browser.open(url, { context });
    page.setDefaultTimeout(20_000);
    await page.getByRole('button', { name: '+ Add' }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('Oracle');
    await page.getByRole('option', { name: 'Oracle' }).click();
    await page.getByRole('textbox', { name: 'Wish' }).fill('Rain?');
    const block = page.locator('.block', { hasText: 'Rain?' });
    await block.getByText('Good stars').waitFor();
    await block.getByText('Otherwise').waitFor();
    expect(edits[0]).toContain('"options":{"isFormula":false}');
    expect(faults).toEqual([]);
  });
});
