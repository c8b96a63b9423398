import { parse } from 'node:querystring';
import { Kind, type DocumentNode, type TypeNode } from 'graphql';
import type { Route } from './route.js';
import { valueOfWord } from './words.js';

/** Reads variables of an operation from the query string of a URL. */
export type ReadQuery = (url: string) => Record<string, unknown>;

/** Types whose values are written as digits. */
const NUMERIC = ['PageLimit', 'EventLimit', 'Int'];

/** The spelling of a number. Its type decides whether it must be an integer. */
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/**
 * Returns the function that reads the query string of a route, each parameter by the type of its variable; undefined if the route has no
 * parameters. Text that is no such value is passed on unchanged, for GraphQL to refuse.
 */
export function queryReader(
  { query: parameters }: Route,
  document: DocumentNode,
): ReadQuery | undefined {
  if (!parameters) return undefined;
  const types = variableTypes(document);
  return (url) => {
    const [, search = ''] = /\?([^#]*)/.exec(url) ?? [];
    const query = parse(search);
    return Object.fromEntries(
      parameters
        .filter(({ name }) => query[name] !== undefined)
        .map(({ name, type }) => [
          name,
          type === undefined ? read({ name, text: query[name] }, types.get(name)) : query[name],
        ]),
    );
  };
}

/** A parameter as text. */
interface SentText {
  readonly name: string;
  readonly text: unknown;
}

/** Reads a value; lists are separated by commas. */
function read(sent: SentText, type: TypeNode | undefined): unknown {
  const { name, text } = sent;
  if (!type) return text;
  const isList = type.kind === Kind.LIST_TYPE;
  if (isList && typeof text === 'string') {
    return text
      .split(',')
      .filter((part) => part !== '')
      .map((part) => valueOf({ name, text: part }, nameOf(type)));
  }
  return valueOf(sent, nameOf(type));
}

function valueOf({ name, text }: SentText, type: string): unknown {
  if (type === 'Boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = NUMERIC.includes(type) && typeof text === 'string' && NUMBER.test(text);
  return isNumber ? Number(text) : valueOfWord(type, { name, text });
}

function variableTypes(document: DocumentNode): Map<string, TypeNode> {
  const variables = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
  return new Map(variables.map(({ variable, type }) => [variable.name.value, type]));
}

function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}
