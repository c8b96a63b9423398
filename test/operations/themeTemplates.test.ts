import { describe, expect, test } from '@jest/globals';
import {
  queryGraphql,
  bodyOf,
  transportNames,
  openTransport,
  refusalOf,
} from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { textAt } from '../support/parts.js';

const app = useApp();

/** Keys in an unusual order, and an unknown one. */
const theme = {
  customCss: '.a? { content: "\\" } ?? $1 \'',
  chat: { roundness: 'none', container: { opacity: 0.5, maxWidth: '800px' } },
  future: { b: 1, a: 2 },
  general: { font: 'Inter' },
};

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);

  test('a theme template is saved under the id that was sent, and stored exactly', async () => {
    const workspaceId = await makeWorkspace(transport);
    const themeTemplateId = `night-${name}`;
    const sent = { workspaceId, themeTemplateId, name: 'Night', theme };
    const { themeTemplate } = await bodyOf(transport.saveThemeTemplate(sent));
    expect(themeTemplate).toMatchObject({ id: themeTemplateId, name: 'Night', workspaceId });
    const { themeTemplates } = await bodyOf(transport.listThemeTemplates({ workspaceId }));
    expect(JSON.stringify(themeTemplates[0]?.['theme'])).toBe(JSON.stringify(theme));
  });

  test('saving it again replaces it as a whole', async () => {
    const workspaceId = await makeWorkspace(transport);
    const sent = { workspaceId, themeTemplateId: `again-${name}`, name: 'Night', theme };
    const { themeTemplate: first } = await bodyOf(transport.saveThemeTemplate(sent));
    const change = { ...sent, name: 'Day', theme: { customCss: '' } };
    const { themeTemplate } = await bodyOf(transport.saveThemeTemplate(change));
    expect(themeTemplate).toEqual({
      ...first,
      name: 'Day',
      theme: { customCss: '' },
      updatedAt: themeTemplate['updatedAt'],
    });
    expect(
      (await bodyOf(transport.listThemeTemplates({ workspaceId }))).themeTemplates,
    ).toHaveLength(1);
  });

  test('a theme template of another workspace can neither be changed nor deleted', async () => {
    const [workspaceId, elsewhere] = [
      await makeWorkspace(transport),
      await makeWorkspace(transport),
    ];
    const themeTemplateId = `theirs-${name}`;
    const sent = { workspaceId, themeTemplateId, name: 'Night', theme };
    await bodyOf(transport.saveThemeTemplate(sent));
    for (const refused of [
      transport.saveThemeTemplate({ ...sent, workspaceId: elsewhere, name: 'Mine now' }),
      transport.deleteThemeTemplate({ workspaceId: elsewhere, themeTemplateId }),
    ]) {
      expect((await refusalOf(refused)).reason).toBe('THEME_TEMPLATE_NOT_FOUND');
    }
    const { themeTemplates } = await bodyOf(transport.listThemeTemplates({ workspaceId }));
    expect(themeTemplates[0]?.name).toBe('Night');
  });

  test('deleting a theme template does not change bots that use it', async () => {
    const workspaceId = await makeWorkspace(transport);
    const themeTemplateId = `gone-${name}`;
    await bodyOf(
      transport.saveThemeTemplate({ workspaceId, themeTemplateId, name: 'Night', theme }),
    );
    const bot = { theme, selectedThemeTemplateId: themeTemplateId };
    const { bot: made } = await bodyOf(transport.createBot({ workspaceId, bot }));
    const asked = { workspaceId, themeTemplateId };
    expect(await bodyOf(transport.deleteThemeTemplate(asked))).toEqual({
      deletedId: themeTemplateId,
    });
    expect(await bodyOf(transport.listThemeTemplates({ workspaceId }))).toEqual({
      themeTemplates: [],
    });
    expect((await refusalOf(transport.deleteThemeTemplate(asked))).code).toBe('NOT_FOUND');
    expect((await bodyOf(transport.readBot({ botId: made.id }))).bot).toMatchObject(bot);
  });

  test.each([
    ['begins like that of a bot', 'bot_night', /^May not begin with bot_/],
    ['begins like that of a session', 'ses_night', /^May not begin with ses_/],
    ['is too long to be indexed', 'ö'.repeat(501), /^May not be longer than 1000 bytes/],
  ])('an id that %s is refused for a theme template', async (_case, themeTemplateId, message) => {
    const workspaceId = await makeWorkspace(transport);
    const sent = { workspaceId, themeTemplateId, name: 'Night', theme };
    const { code, issues } = await refusalOf(transport.saveThemeTemplate(sent));
    expect(code).toBe('BAD_REQUEST');
    expect(issues).toEqual([
      { path: ['themeTemplateId'], message: expect.stringMatching(message) },
    ]);
  });

  test.each([
    ['no name', { theme: {} }, 'name'],
    ['no theme', { name: 'Night' }, 'theme'],
    ['a theme that is a text', { name: 'Night', theme: 'dark' }, 'theme'],
    [
      'a theme with a font that is a number',
      { name: 'Night', theme: { general: { font: 7 } } },
      'theme',
    ],
    ['a theme with a NUL in it', { name: 'Night', theme: { customCss: 'a\0' } }, 'theme'],
  ])('a look with %s is refused', async (_case, sent, member) => {
    const workspaceId = await makeWorkspace(transport);
    const { code, issues } = await refusalOf(
      transport.saveThemeTemplate({ workspaceId, themeTemplateId: 'x', ...sent }),
    );
    expect(code).toBe('BAD_REQUEST');
    expect(issues?.[0]?.path[0]).toBe(member);
  });
});

test('GraphQL makes an id for a new theme template, and a bot shows the id of its own', async () => {
  const rest = restOf(app);
  const workspaceId = await makeWorkspace(rest);
  const query = `mutation ($input: SaveThemeTemplateInput!) { saveThemeTemplate(input: $input) { themeTemplate { id } } }`;
  const variables = { input: { workspaceId, name: 'Night', theme: {} } };
  const { data } = await queryGraphql(app().url, { query, variables });
  const id = textAt(data, 'saveThemeTemplate.themeTemplate.id');
  expect(id).toMatch(/^thm_/);
  const bot = { selectedThemeTemplateId: id };
  const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
  const read = `query ($id: ID!) { bot(id: $id) { selectedThemeTemplate { name } } }`;
  const { data: shown } = await queryGraphql(app().url, {
    query: read,
    variables: { id: made.id },
  });
  expect(shown).toEqual({ bot: { selectedThemeTemplate: { name: 'Night' } } });
});

test('an id that holds half a character is refused for a theme template', async () => {
  const workspaceId = await makeWorkspace(restOf(app));
  const query = `mutation ($input: SaveThemeTemplateInput!) { saveThemeTemplate(input: $input) {
    userErrors { path message } } }`;
  const input = { workspaceId, themeTemplateId: 'night\ud83d', name: 'Night', theme: {} };
  const { data } = await queryGraphql(app().url, { query, variables: { input } });
  expect(data).toMatchObject({
    saveThemeTemplate: { userErrors: [{ message: 'May not contain half a surrogate pair' }] },
  });
});
