import { parse } from 'node:querystring';
import { Kind, type DocumentNode, type TypeNode } from 'graphql';
import type { Route } from './route.js';
import { valueOfWord } from './words.js';

/** Reads the variables of an operation out of the address that was asked. */
export type ReadQuery = (url: string) => Record<string, unknown>;

/** Types whose values are written in an address as digits. */
const NUMERIC = ['PageLimit', 'EventLimit', 'Int'];

/** How a number is written there; whether it must be whole is for its type to say. */
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

/**
 * How a route reads its query string: each parameter as the type its variable has. What does not spell such a value
 * is passed on as it is, for GraphQL to refuse. Undefined for a route that has no parameters there.
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

/** What a parameter was sent as. */
interface SentText {
  readonly name: string;
  readonly text: unknown;
}

/** A list is written with commas. */
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
