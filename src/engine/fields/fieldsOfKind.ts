import type { BlockKind } from '../blocks/kind/block.js';
import { oncePer } from '../documents/oncePer.js';
import { describeFields } from './describeFields.js';

/** The members of blocks of a kind, as forms need them. Visitors see the texts of bubbles and inputs. */
export const fieldsOfKind = oncePer(({ schema, family }: BlockKind) =>
  describeFields({
    schema,
    texts: family === 'bubble' || family === 'input' ? 'SHOWN' : 'READ',
    hidden: ['id', 'type', 'outgoingEdgeId'],
  }),
);
