import { z } from 'zod';
import { defineBlock } from './block.js';
import { noFaults } from './blockFault.js';
import { schemaOf } from './blockFields.js';

/**
 * A kind that stored flows still contain although nothing can run it: kept, and skipped with a log
 * (docs/spec-choices.md, "Chats").
 */
export function defineRetired(type: string, summary: string) {
  return defineBlock({
    type,
    family: 'integration',
    label: 'Zemantic AI',
    icon: 'archive',
    searchWords: [],
    isRetired: true,
    summary,
    example: {},
    schema: schemaOf(type, z.looseObject({}).describe('Kept as they are.')),
    faults: noFaults,
    enter: ({ id }) => {
      const description = `Skipped block ${id}: "${type}" no longer exists`;
      return { go: 'next', logs: [{ status: 'info', description }] };
    },
  });
}
