import { describe, expect, test } from '@jest/globals';
import {
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
  parse,
  validate,
  type GraphQLObjectType,
} from 'graphql';
import { KINDS } from '../../src/engine/blocks/index.js';
import { buildGatewaySchema } from '../../src/graphql/execute.js';

const schema = buildGatewaySchema();

describe('the types of a flow', () => {
  const names = ['Flow', ...Object.keys(schema.getTypeMap())].filter((name) =>
    /^Flow(?!Change)/.test(name),
  );
  const block = schema.getType('FlowBlock');
  const kinds = isAbstractType(block) ? schema.getPossibleTypes(block) : [];
  const types = [...names.map((name) => schema.getType(name)), ...kinds].filter(isObjectType);

  test('have no field named `id`, because they are not nodes', () => {
    const all = Object.values(schema.getTypeMap()).filter(isObjectType);
    const below = all.filter(
      ({ name }) => types.some((one) => name.startsWith(one.name)) && !/^FlowChange/.test(name),
    );
    expect(below.length).toBeGreaterThan(150);
    const named = below.filter((type) => 'id' in type.getFields() && !isNode(type));
    expect(named.map(({ name }) => name)).toEqual([]);
  });

  test('exist for each kind, with names that differ in more than capital letters', () => {
    expect(kinds).toHaveLength(KINDS.length + 1);
    expect(new Set(kinds.map(({ name }) => name.toLowerCase())).size).toBe(kinds.length);
  });

  test('have a list of objects where the document has one', () => {
    const type = schema.getType('ChoiceInput');
    const items = isObjectType(type) ? type.getFields()['items'] : undefined;
    expect(items && isListType(getNullableType(items.type))).toBe(true);
    expect(items && isCompositeType(getNamedType(items.type))).toBe(true);
  });

  test('let a query select all ids of all kinds at once', () => {
    const asked = kinds.map((kind) => `... on ${kind.name} ${selectionOf(kind)}`).join(' ');
    const query = parse(`{ bot(id: "b") { flow { groups { blocks { ${asked} } } } } }`);
    const conflicts = validate(schema, query).map(({ message }) => message);
    expect(conflicts.filter((message) => message.includes('"ID"'))).toEqual([]);
  });

  test.each([
    ['TextBubbleContent', 'richText', 'RichText'],
    ['TextMessageContent', 'richText', 'RichText!'],
    ['NumberInputOptions', 'min', 'NumberOrTemplate'],
    ['EmbedBubbleContent', 'height', 'NumberOrTemplate'],
    ['FlowVariable', 'value', 'VariableValue'],
    ['FlowThemeGeneral', 'font', 'FlowThemeGeneralFont'],
    ['ClientWebhookToExecute', 'headers', 'JSONObject!'],
    ['ClientWebhookToExecute', 'body', 'JSON'],
  ])('say of %s.%s that it is of the type %s', (name, field, expected) => {
    const type = schema.getType(name);
    const shown = isObjectType(type) ? type.getFields()[field]?.type : undefined;
    expect(String(shown)).toBe(expected);
  });

  const selectionOf = (type: GraphQLObjectType): string => {
    const fields = Object.values(type.getFields()).map((field) => {
      const inner = getNamedType(field.type);
      return isObjectType(inner) ? `${field.name} ${selectionOf(inner)}` : field.name;
    });
    return `{ ${fields.join(' ')} }`;
  };

  const isNode = (type: GraphQLObjectType) =>
    type.getInterfaces().some(({ name }) => name === 'Node');
});
