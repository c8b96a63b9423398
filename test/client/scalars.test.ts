import { spawnSync } from 'node:child_process';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript-operations';
import { expect, test } from '@jest/globals';
import { scalars } from '@parley/client/scalars';
import { buildSchema, isScalarType, isSpecifiedScalarType, parse } from 'graphql';
import { textOf } from '../support/repository.js';

const schema = textOf('docs/schema.graphql');

test('a code generator knows the type of every scalar', () => {
  const all = Object.values(buildSchema(schema).getTypeMap()).filter(
    (type) => isScalarType(type) && !isSpecifiedScalarType(type),
  );
  expect(Object.keys(scalars).toSorted()).toEqual(all.map(({ name }) => name).toSorted());
});

test('the document type of every scalar is exported by the package', () => {
  const { components } = JSON.parse(textOf('docs/openapi.json')) as {
    components: { schemas: object };
  };
  const named = Object.values(scalars).flatMap((type) => /blocks'\)\.(\w+)/.exec(type)?.[1] ?? []);
  expect(named.filter((name) => !(name in components.schemas))).toEqual([]);
});

test('generated types use the types of the map', async () => {
  const document = parse('query Q($id: ID!) { bot(id: $id) { createdAt draft } }');
  const text = await codegen({
    schema: parse(schema),
    documents: [{ location: 'q.graphql', document }],
    filename: 'q.ts',
    config: { scalars, skipTypename: true },
    plugins: [{ typescript: {} }],
    pluginMap: { typescript },
  });
  expect(text).toContain("draft: import('@parley/client').Flow");
  expect(text).toContain('createdAt: string');
});

test('the typed operations of the package are those of the examples, and fit the schema', () => {
  const program = ['scripts/printClient.mjs', '--check'];
  const { stderr } = spawnSync(process.execPath, program, { encoding: 'utf8' });
  expect(stderr).toBe('');
});
