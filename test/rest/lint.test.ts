import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isEnumType, isIntrospectionType, printSchema } from 'graphql';
import { z } from 'zod';
import { unhurried } from '../../src/eventLoop/steps.js';
import { buildGatewaySchema } from '../../src/graphql/execute.js';
import { describeApi } from '../../src/rest/openapi.js';
import { routes } from '../../src/rest/routes/index.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import type { Shown } from '../support/transports.js';

const schema = buildGatewaySchema();
/** The media type of bodies. */
const JSON_TYPE = 'application/json';
const api = await unhurried(describeApi(schema, routes, 'https://chat.example.com'));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-lint-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(api));
  writeFileSync(join(folder, 'spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }));
  writeFileSync(join(folder, 'schema.graphql'), sdlForRelay());
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the description of the REST interface', () => {
  test('has no error for Redocly, examples included', () => {
    const report = run('@redocly/cli/bin/cli.js', ['lint', 'openapi.json', '--format', 'json']);
    const problems = recordsAt(JSON.parse(report.slice(report.indexOf('{'))), 'problems');
    const isFault = ({ severity, ruleId }: Readonly<Record<string, unknown>>) =>
      severity === 'error' || ruleId === 'no-invalid-media-type-examples';
    expect(problems.filter(isFault)).toEqual([]);
  });

  test('has no error for Spectral', () => {
    const report = run('@stoplight/spectral-cli/dist/index.js', [
      ...['lint', 'openapi.json', '--ruleset', 'spectral.json', '--format', 'json', '--quiet'],
    ]);
    const faults: unknown = JSON.parse(report);
    expect(recordsAt({ faults }, 'faults').filter(({ severity }) => severity === 0)).toEqual([]);
  });

  test('describes every parameter and every member', () => {
    const silent: string[] = [];
    walkJson(api, (part, path) => {
      const isParameter = typeof part['name'] === 'string' && typeof part['in'] === 'string';
      // The entries of `properties` are schemas of members.
      const isMember =
        path.at(-2) === 'properties' && path.at(-3) !== 'properties' && !path.includes('example');
      if ((isParameter || isMember) && !part['description'] && !part['$ref']) {
        silent.push(path.join('.'));
      }
    });
    expect(silent).toEqual([]);
  });

  test('has no schema that says nothing, and no object with a list of no members', () => {
    const empty: string[] = [];
    walkJson(api, (part, path) => {
      if (path.some((name) => name.startsWith('example'))) return;
      const [parent = '', name = ''] = path.slice(-2);
      const isSchema =
        ['properties', 'schemas', 'anyOf', 'oneOf', 'allOf'].includes(parent) ||
        ['schema', 'items', 'additionalProperties'].includes(name);
      const says = Object.keys(part).filter((key) => !['title', 'description'].includes(key));
      const isListed = name === 'properties' && parent !== 'properties';
      if ((isSchema || isListed) && says.length === 0) empty.push(path.join('.'));
    });
    expect(empty).toEqual([]);
  });

  test('tells the kinds of blocks, messages, inputs and actions apart by their type', () => {
    const kinds = { Block: 58, ChatMessage: 5, ChatInput: 12, ClientSideAction: 5 };
    for (const [name, atLeast] of Object.entries(kinds)) {
      const { oneOf, discriminator } = recordAt(api, `components.schemas.Known${name}`);
      const mapped = Object.values(recordAt(discriminator, 'mapping'));
      expect(mapped.length).toBeGreaterThanOrEqual(atLeast);
      expect(recordsAt({ oneOf }, 'oneOf').map(({ $ref }) => $ref)).toEqual(mapped);
    }
  });

  test('shows a request, a reply and the failures of every endpoint', () => {
    const bare: string[] = [];
    for (const route of routes) {
      const endpoint = recordAt(recordAt(recordAt(api, 'paths')[route.path])[route.method]);
      const { requestBody, responses } = endpoint;
      const type = route.lines ? 'text/plain' : JSON_TYPE;
      const isShown = (body: unknown) => 'example' in recordAt(recordAt(body, 'content')[type]);
      const bodies = [requestBody, partAt(responses, '200')];
      const where = `${route.method} ${route.path}`;
      if (!bodies.every((body) => !body || isShown(body))) {
        bare.push(`${where}: its row in src/rest/routes/ has no example of body and reply`);
      }
      const failed = Object.keys(recordAt(responses)).filter((status) => status >= '400');
      if (failed.length < 4) bare.push(`${where}: see src/rest/failureResponses.ts`);
    }
    expect(bare).toEqual([]);
  });

  test('shows an example of each reason of a failure', () => {
    const failureSchema = z.fromJSONSchema(recordAt(api, 'components.schemas.Failure'));
    for (const response of Object.values(recordAt(api, 'components.responses'))) {
      const shown = Object.entries(recordAt(recordAt(response, 'content')[JSON_TYPE], 'examples'));
      expect(shown.length).toBeGreaterThan(0);
      for (const [reason, example] of shown) {
        const { value } = recordAt(example);
        expect(failureSchema.safeParse(value).error?.issues ?? []).toEqual([]);
        expect(partAt(value, 'reason')).toBe(reason);
      }
    }
  });

  test('has the address of the settings', () => {
    expect(api).toMatchObject({ servers: [{ url: 'https://chat.example.com/api' }] });
  });
});

describe('the GraphQL schema', () => {
  test('has no error for graphql-schema-linter, rules of Relay included', () => {
    const report = run('graphql-schema-linter/lib/cli.js', [
      ...['schema.graphql', '--format', 'json', '--rules', RULES.join(',')],
    ]);
    expect(JSON.parse(report.slice(report.indexOf('{')))).toEqual({ errors: [] });
  });

  test('has the values of its enumerations in capital letters', () => {
    const enums = Object.values(schema.getTypeMap()).filter(isEnumType);
    const small = enums.filter(
      (type) =>
        !isIntrospectionType(type) &&
        type.getValues().some(({ name }) => name !== name.toUpperCase()),
    );
    expect(small.map(({ name }) => name)).toEqual([]);
  });
});

/** All rules but two: our order is not alphabetical, and capitals are checked here, with their exceptions. */
const RULES = [
  ...['arguments-have-descriptions', 'defined-types-are-used', 'deprecations-have-a-reason'],
  ...['descriptions-are-capitalized', 'enum-values-have-descriptions', 'fields-are-camel-cased'],
  ...['fields-have-descriptions', 'input-object-values-are-camel-cased'],
  ...['input-object-values-have-descriptions', 'relay-connection-arguments-spec'],
  ...['relay-connection-types-spec', 'relay-page-info-spec', 'types-are-capitalized'],
  ...['types-have-descriptions'],
];

/**
 * The schema with `first: Int`, as the Relay rules of the linter require. Ours is `PageLimit`, an Int from 1 to 100, so that its
 * bounds are part of its type.
 */
function sdlForRelay(): string {
  const sdl = printSchema(schema);
  const [definition = ''] = /"""[^"]*"""\nscalar PageLimit .*\n/.exec(sdl) ?? [];
  return sdl.replace(definition, '').replaceAll(': PageLimit', ': Int');
}

/** Runs a package's program on the files of this test, and returns its output; nothing leaves this machine. */
function run(program: string, args: readonly string[]): string {
  const command = [resolve('node_modules', program), ...args];
  const { stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  if (!stdout) throw new Error(stderr);
  return stdout;
}

/** Calls `visit` with every object inside a JSON value, and its path. */
function walkJson(
  value: unknown,
  visit: (part: Shown, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Shown, path); // An object that is not a list.
  for (const [name, part] of Object.entries(value)) walkJson(part, visit, [...path, name]);
}
