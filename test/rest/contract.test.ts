import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { httpStatusOf } from '../../src/errors/failureCodes.js';
import { unhurried } from '../../src/eventLoop/steps.js';
import { describeApi } from '../../src/rest/openapi.js';
import { routes } from '../../src/rest/routes/index.js';
import { TOKEN } from '../support/app.js';
import { rowNames, rows, type RowName } from '../operations/rows/index.js';
import type { Row } from '../operations/rows/row.js';
import { makeThings } from '../operations/rows/things.js';
import { bodyOf } from '../support/transports.js';
import { restOf, useApp } from '../support/useApp.js';
import { recordAt } from '../support/parts.js';

const app = useApp();
const transport = restOf(app);
const docs = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

interface Endpoint {
  readonly operationId: string;
  readonly security?: unknown;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, Described>>;
}
interface Described {
  readonly $ref?: string;
  readonly content?: { readonly 'application/json': { readonly schema: object } };
}
interface Api {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses?: Readonly<Record<string, Described>>;
  };
}
const api = JSON.parse(docs('openapi.json')) as Api; // What `npm run schema` printed.

test('the committed contracts are those of the code (npm run schema writes them)', async () => {
  const schema = buildGatewaySchema();
  expect(docs('schema.graphql')).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
  const described = await unhurried(describeApi(schema, routes));
  expect(docs('openapi.json')).toBe(`${JSON.stringify(described, null, 2)}\n`);
});

describe('the description of the REST interface', () => {
  const endpoints = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, endpoint]) => ({ path, method, endpoint })),
  );

  test('has every endpoint, each with a name of its own', () => {
    expect(endpoints.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    const names = endpoints.map(({ endpoint }) => endpoint.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('refers only to parts that it contains', () => {
    const references = [
      ...docs('openapi.json').matchAll(/"\$ref": "#\/components\/schemas\/(\w+)"/g),
    ];
    for (const [, name = ''] of references) expect(api.components.schemas).toHaveProperty(name);
  });

  test('declares each path parameter, and the failures', () => {
    for (const { path, endpoint } of endpoints) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = endpoint.parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => name)).toEqual(named);
      const failures = Object.keys(endpoint.responses).filter((status) => !status.startsWith('2'));
      const known = Object.values(httpStatusOf).map(String);
      expect(failures.filter((status) => !known.includes(status) && status !== 'default')).toEqual(
        [],
      );
      expect(failures).toContain('400');
    }
  });
});

describe('every endpoint', () => {
  /** What each endpoint is sent; one that uses a record up gets its own. */
  let sentTo: (name: RowName) => Promise<object>;

  beforeAll(async () => {
    const fill = await makeThings(transport, app().databaseUrl);
    const filled = new Map<RowName, Promise<object>>();
    sentTo = (name) => {
      const sent = filled.get(name) ?? fill(rows[name].sent);
      filled.set(name, sent);
      return sent;
    };
  });

  const endpointOf = (name: RowName) => {
    const [method = '', path = ''] = rows[name].rest.toLowerCase().split(' ');
    const [known] = Object.entries(api.paths).filter(
      ([other]) => `/api${other}`.toLowerCase() === path,
    );
    return known?.[1][method];
  };
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', ...api });
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (name: RowName, status: string) => {
    const { responses } = api.components;
    const response = endpointOf(name)?.responses[status];
    // Failures are described once for all endpoints.
    const described = responses?.[response?.$ref?.split('/').at(-1) ?? ''] ?? response;
    const schema = JSON.stringify(described?.content?.['application/json'].schema);
    const compiled =
      validators.get(schema) ??
      ajv.compile(recordAt(JSON.parse(schema.replaceAll('#/components/', 'api#/components/'))));
    validators.set(schema, compiled);
    return compiled;
  };
  const faultsOf = (name: RowName, status: string, body: unknown) => {
    const validate = validatorOf(name, status);
    return validate(body) ? [] : validate.errors;
  };

  test.each(rowNames)('%s replies as described and as in the specification', async (name) => {
    const body = await bodyOf<unknown>(transport[name](await sentTo(name), { token: TOKEN }));
    expect(faultsOf(name, '200', body)).toEqual([]);
    const { fields }: Row = rows[name];
    for (const [place, names] of Object.entries(fields)) {
      const where = `${name} ${place}`;
      expect([where, Object.keys(recordAt(body, place === '' ? undefined : place)).sort()]).toEqual(
        [where, names.split(/\s+/).sort()],
      );
    }
  });

  // Endpoints without input cannot get wrong input.
  const breakable = rowNames.filter((name) => rows[name].graphql.includes('$'));

  test.each(breakable)('%s refuses as described', async (name) => {
    const broken = {
      bot: 7,
      message: {},
      limit: 'x',
      name: 7,
      resultId: '\0',
      botId: '\0',
      ...{ workspaceId: '\0', folderId: '\0', themeTemplateId: '\0' },
      label: 7,
      startFrom: 7,
      ...{ sessionId: 'ses_none', status: 7, text: 7 },
    };
    const { ok, ...body } = recordAt(
      await transport[name]({ ...(await sentTo(name)), ...broken, publicId: 'x' }),
    );
    expect(ok).toBe(false);
    expect(faultsOf(name, '400', body)).toEqual([]);
  });

  test.each(rowNames)('%s has a description that does not allow everything', (name) => {
    expect(faultsOf(name, '200', { something: 'else' })).not.toEqual([]);
    expect(faultsOf(name, '400', { message: 'only' })).not.toEqual([]);
  });
});
