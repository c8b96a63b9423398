import { z } from 'zod';
import { defineForge } from '../../integrations/forge/defineForge.js';
import { listOf, oneOf, text, variable } from '../../integrations/forge/fields.js';

const COMPARISON = {
  input: text('The field'),
  operator: z.string().optional().describe('How it is compared.'),
  value: text('What it is compared with'),
};

const place = { tableId: text('The table'), viewId: text('The view of it') };

const filter = z
  .looseObject({
    comparisons: listOf(COMPARISON, 'The comparisons'),
    joiner: oneOf(['AND', 'OR'], 'Whether all of them must hold, or one', 'AND'),
  })
  .optional()
  .describe('Which records are meant.');

const fields = listOf(
  {
    key: text('The field'),
    fieldName: text('The same, in imported flows'),
    value: text('Its value'),
  },
  'The fields to write',
);

/** Looks up, adds or changes records of NocoDB. */
export const nocodb = defineForge({
  type: 'nocodb',
  summary: 'Looks up, adds or changes records of NocoDB.',
  leaves: 'The filter, and the fields to write, go to the NocoDB server of the credentials.',
  repeats:
    'Searching and updating are done again with the same outcome; a record may be created twice.',
  example: { tableId: 'table_1', returnType: 'All' },
  needsCredentials: true,
  actions: [
    {
      name: 'Search Records',
      options: {
        ...place,
        filter,
        returnType: oneOf(['All', 'First', 'Last', 'Random'], 'Which of those found', 'All'),
        responseMapping: listOf(
          { fieldName: text('The field'), variableId: variable('to fill') },
          'Which fields go into which variables',
        ),
      },
      lists: { key: 'responseMapping', part: 'fieldName' },
    },
    { name: 'Create Record', options: { ...place, fields } },
    { name: 'Update Existing Record', options: { ...place, filter, updates: fields } },
  ],
});
