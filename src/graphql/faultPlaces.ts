import { Kind, type ASTNode, type GraphQLEnumType, type Token } from 'graphql';
import { invalid, oneOf } from '../errors/errors.js';

/** Makes an enum list its values when it refuses one. */
export function nameValues(type: GraphQLEnumType): void {
  const message = oneOf(type.getValues().map(({ name }) => name));
  const refuse = () => invalid([{ path: [], message }]);
  const { parseValue, parseLiteral } = type;
  type.parseValue = (value): unknown => {
    if (typeof value !== 'string' || !type.getValue(value)) throw refuse();
    return parseValue.call(type, value);
  };
  type.parseLiteral = (node, variables): unknown => {
    if (node.kind !== Kind.ENUM || !type.getValue(node.value)) throw refuse();
    return parseLiteral.call(type, node, variables);
  };
}

/** The argument that contains a literal, and the members on the way to it; undefined for nodes that are no literals. */
export function literalPath({ kind, loc }: ASTNode): string[] | undefined {
  return /Value$/.test(kind) ? namesBefore(loc?.startToken.prev) : undefined;
}

const BRACKETS: ReadonlyMap<string, number> = new Map([
  ...['(', '[', '{'].map((bracket) => [bracket, -1] as const),
  ...[')', ']', '}'].map((closing) => [closing, 1] as const),
]);

/** Walks back to the parenthesis that opens the arguments. `depth` counts brackets that are closed on the way. */
function namesBefore(before: Token | null | undefined): string[] {
  const names: string[] = [];
  let depth = 0;
  let isNamed = true;
  for (let token = before; token && (token.kind !== '(' || depth > 0); token = token.prev) {
    if (isNamed && token.kind === ':') names.unshift(String(token.prev?.value));
    isNamed = depth === 0 && '[{'.includes(token.kind);
    if (!isNamed) depth += BRACKETS.get(token.kind) ?? 0;
  }
  return names.filter((name) => name !== 'input');
}
