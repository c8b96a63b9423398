/**
 * `JSON.parse`, `Reflect.get` and `Object(value)` return values that the compiler cannot check. So only a few named files call them,
 * in functions that return the type of the parsed value; all other files call those functions.
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
