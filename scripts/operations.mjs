import { readFileSync, readdirSync } from 'node:fs';
import { codegen } from '@graphql-codegen/core';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { parse, print, visit } from 'graphql';
import { atRoot } from './root.mjs';
import { plainScalars } from './scalars.mjs';

const FOLDER = 'examples/dashboard';
/** The typed operations, as packages/client exports them. */
export const OPERATIONS = 'packages/client/src/dashboard.ts';

const HEAD = `// Made of the operations in ${FOLDER} by \`npm run schema\`; do not edit.
import type { Flow, FlowEdit } from './flow.js';
import type { TypedDocument } from './typedDocument.js';
`;

/** The JSON types of scalars; others have their own types. */
const scalars = {
  ...plainScalars,
  ID: 'string',
  FlowDocument: 'Flow',
  FlowEdits: 'readonly FlowEdit[]',
};

/** Makes the text of that file from the text of the schema: each operation with the types of its variables and data. */
export async function printOperations(schema) {
  const documents = readDocuments();
  const types = await codegen({
    schema: parse(schema),
    documents,
    filename: OPERATIONS,
    config: {
      enumType: 'string-literal',
      disableDescriptions: true,
      immutableTypes: true,
      skipTypename: true,
      scalars,
      defaultScalarType: 'unknown',
    },
    plugins: [{ typescriptOperations: {} }],
    pluginMap: { typescriptOperations },
  });
  return [HEAD, types, ...operationsOf(documents)].join('\n');
}

function readDocuments() {
  const names = readdirSync(atRoot(FOLDER)).filter((name) => name.endsWith('.graphql'));
  return names.sort().map((name) => {
    const location = `${FOLDER}/${name}`;
    const text = readFileSync(atRoot(location), 'utf8');
    return { location, document: parse(text, { noLocation: true }), means: meaningOf(text) };
  });
}

/** The comment above an operation. */
function meaningOf(text) {
  return /^# (.*)\n/.exec(text)?.[1] ?? '';
}

/** Each operation as a constant: its text with the fragments that it uses. */
function operationsOf(documents) {
  const definitions = documents.flatMap(({ document }) => document.definitions);
  const fragments = new Map(
    definitions
      .filter((one) => one.kind === 'FragmentDefinition')
      .map((one) => [one.name.value, one]),
  );
  return documents.flatMap(({ document, means }) =>
    document.definitions
      .filter((one) => one.kind === 'OperationDefinition')
      .map((operation) => constantOf({ operation, means }, fragments)),
  );
}

function constantOf({ operation, means }, fragments) {
  const used = new Set([operation]);
  for (const one of used)
    visit(one, { FragmentSpread: ({ name }) => void used.add(fragments.get(name.value)) });
  const text = print({ kind: 'Document', definitions: [...used] }).replace(/\s+/g, ' ');
  const name = operation.name.value;
  const kind = operation.operation[0].toUpperCase() + operation.operation.slice(1);
  const types = `TypedDocument<${name}${kind}, ${name}${kind}Variables>`;
  return `/** ${means} */\nexport const ${name} = '${text}' as ${types};\n`;
}
