import { describe, expect, test } from '@jest/globals';
import {
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
} from 'graphql';
import { buildGatewaySchema } from '../../src/graphql/execute.js';

const schema = buildGatewaySchema();
const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
const composites = types.filter((type) => isObjectType(type) || isInterfaceType(type));

/**
 * Caches such as those of Apollo and urql keep one copy of all objects with the same type and `id`. So two objects with the
 * same `id` must be the same object.
 */
describe('the field `id`', () => {
  test('is on every node, and never null', () => {
    const nodes = composites.filter(isNode);
    expect(nodes.length).toBeGreaterThan(10);
    const other = nodes.filter((node) => String(node.getFields()['id']?.type) !== 'ID!');
    expect(other.map(({ name }) => name)).toEqual([]);
  });

  test('is on nothing but nodes', () => {
    const others = composites.filter((type) => 'id' in type.getFields() && !isNode(type));
    expect(others.map(({ name }) => name).filter((name) => !OF_CHATS.includes(name))).toEqual([]);
  });

  test('is in no input, which says of what it is the id', () => {
    const inputs = types.filter(isInputObjectType).filter((type) => 'id' in type.getFields());
    expect(inputs.map(({ name }) => name)).toEqual([]);
  });
});

const OF_CHATS = ['ChatBot', 'ChatInput', 'ChatMessage'];

function isNode(type: GraphQLInterfaceType | GraphQLObjectType): boolean {
  return type.name === 'Node' || type.getInterfaces().some(({ name }) => name === 'Node');
}
