/**
 * A cast overrules the compiler, so it needs a reason: in a comment on its line, on the line above it, or above its
 * statement. `as const` overrules nothing.
 */
export const reasonedCast = {
  meta: { type: 'problem', schema: [] },
  create: ({ sourceCode, report }) => ({
    'TSAsExpression, TSTypeAssertion, TSNonNullExpression': (node) => {
      if (node.typeAnnotation?.typeName?.name === 'const') return;
      const statement = enclosingStatement(node);
      const lines = [node.loc.start.line, node.loc.start.line - 1, statement.loc.start.line - 1];
      const isReasoned = sourceCode
        .getAllComments()
        .some(({ loc }) => lines.includes(loc.end.line));
      if (!isReasoned) report({ node, message: 'Give the reason for this cast in a comment.' });
    },
  }),
};

function enclosingStatement(node) {
  const isStatement = /(Statement|Declaration|Definition)$/.test(node.type);
  return isStatement || !node.parent ? node : enclosingStatement(node.parent);
}
