import { z } from 'zod';
import { optional } from '../../fields/field.js';
import { defineForge } from '../../integrations/forge/defineForge.js';
import { listOf, oneOf, text, variable } from '../../integrations/forge/fields.js';

const COMPARISON = {
  input: text('The field', { title: 'Field' }),
  operator: text('How it is compared', { title: 'Comparison' }),
  value: text('What it is compared with'),
};

const place = {
  tableId: text('The table', { title: 'Table' }),
  viewId: text('The view of it', { title: 'View' }),
};

const filter = optional(
  z.looseObject({
    comparisons: listOf(COMPARISON, 'The comparisons'),
    joiner: oneOf(['AND', 'OR'], 'Whether all of them must hold, or one', {
      title: 'How many must hold',
      default: 'AND',
      labels: { AND: 'All of them', OR: 'One is enough' },
    }),
  }),
  'Which records are meant.',
  { title: 'Records' },
);

const fields = listOf(
  {
    key: text('The field', { title: 'Field' }),
    fieldName: text('The same, in imported flows', { deprecated: true }),
    value: text('Its value'),
  },
  'The fields to write',
);

/** Looks up, adds or changes records of NocoDB. */
export const nocodb = defineForge({
  type: 'nocodb',
  label: 'NocoDB',
  icon: 'database',
  searchWords: ['records', 'table', 'rows', 'airtable'],
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
        returnType: oneOf(['All', 'First', 'Last', 'Random'], 'Which of those found', {
          title: 'Which of them',
          default: 'All',
        }),
        responseMapping: listOf(
          { fieldName: text('The field', { title: 'Field' }), variableId: variable('to fill') },
          'Which fields go into which variables',
          { title: 'Saved variables' },
        ),
      },
      lists: { key: 'responseMapping', part: 'fieldName' },
    },
    { name: 'Create Record', options: { ...place, fields } },
    { name: 'Update Existing Record', options: { ...place, filter, updates: fields } },
  ],
});
