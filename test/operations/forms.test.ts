import { expect, test } from '@jest/globals';
import { KINDS } from '../../src/engine/index.js';
import { recordAt, recordsAt } from '../support/parts.js';
import { queryGraphql } from '../support/transports.js';
import { useApp } from '../support/useApp.js';

const app = useApp();
const FIELDS = `fields {
  path title help control default unit min max maxLength language isRequired isSecret needsSecrets isDeprecated isTranslatable keptIn isOnCanvas takesVariables variableUse ownNames credentialsType listedBy
  choices { value label help } showsWhen { path in } textWhen { path in } }`;
const KIND = `type category label help icon searchWords example initial responsePath usesAi isDeprecated
  canvasF${FIELDS.slice(1)} ${FIELDS}`;
const ask = async (query: string) =>
  recordAt(await queryGraphql(app().url, { query, token: null }), 'data');
const served = async (name: string) => (await fetch(`${app().url}/schemas/${name}.json`)).json();

test('one query describes every kind of block, and /schemas has the same', async () => {
  const data = await ask(`{ descriptionsVersion blockTypes { ${KIND} } }`);
  const kinds = recordsAt(data, 'blockTypes');
  expect(kinds.map(({ type }) => type)).toEqual(KINDS.map(({ type }) => type));
  const file = await served('block-types');
  expect(recordAt(file)['version']).toBe(data['descriptionsVersion']);
  expect(withoutNulls(kinds)).toEqual(recordAt(file)['blockTypes']);
});

test('an editor asks for the kinds of one family', async () => {
  const { blockTypes } = await ask('{ blockTypes(category: BUBBLE) { type category } }');
  expect(blockTypes).toContainEqual({ type: 'image', category: 'BUBBLE' });
  expect(blockTypes).toHaveLength(5);
});

test('an editor asks for the form of one kind', async () => {
  const { blockTypes } = await ask('{ blockTypes(type: "image") { type } }');
  expect(blockTypes).toEqual([{ type: 'image' }]);
});

test('the credentials of each service, the theme and the settings are described, too', async () => {
  const data = await ask(`{
    credentialTypes { type label fields { path isSecret } }
    themeFields { path control } settingFields { path default } }`);
  expect(data['themeFields']).toContainEqual({
    path: 'chat.hostBubbles.backgroundColor',
    control: 'COLOR',
  });
  expect(data['settingFields']).toContainEqual({ path: 'typingEmulation.speed', default: 400 });
  const mail = recordsAt(data, 'credentialTypes').find(({ type }) => type === 'smtp');
  const secrets = recordsAt(mail, 'fields').filter(({ isSecret }) => isSecret);
  expect(secrets).toEqual([{ path: 'password', isSecret: true }]);
});

test('what is described is not sent again while it is the same', async () => {
  const { forms } = recordAt(await (await fetch(`${app().url}/schemas`)).json());
  for (const { url } of recordsAt({ forms }, 'forms')) {
    const first = await fetch(`${app().url}${String(url)}`);
    expect(first.headers.get('content-type')).toMatch(/^application\/json/);
    const headers = {
      'If-None-Match': first.headers.get('etag') ?? '',
      'Cache-Control': 'max-age=0',
    };
    expect((await fetch(`${app().url}${String(url)}`, { headers })).status).toBe(304);
  }
});

/** GraphQL writes null where JSON leaves a member out. */
function withoutNulls(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, member: unknown) => (member === null ? undefined : member)),
  );
}
