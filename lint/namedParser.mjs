/**
 * `JSON.parse`, `Reflect.get` and `Object(value)` give a value that the compiler checks no more. So they stand in a few
 * named files, in functions that give it the type of what is parsed there; everything else calls those.
 */
export const namedParser = {
  meta: { type: 'problem', schema: [] },
  create: ({ report }) => ({
    "MemberExpression[object.name='JSON'][property.name='parse']": (node) =>
      report({ node, message: 'Call the parser of this kind of JSON (eslint.config.mjs).' }),
    "MemberExpression[object.name='Reflect'][property.name='get']": (node) =>
      report({ node, message: 'Narrow the value by a type guard or by `in`.' }),
    ":matches(CallExpression, NewExpression)[callee.name='Object']": (node) =>
      report({ node, message: 'Narrow the value by a type guard.' }),
  }),
};
