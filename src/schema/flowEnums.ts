import type { MatchKind, VariableUse } from '../engine/index.js';
import { enumOf } from './enums.js';

/** What is done with a variable, as a GraphQL enum. */
export const VariableUseEnum = enumOf<VariableUse>('VariableUse', 'What is done with a variable.', {
  SET: 'It gets a value.',
  READ: 'Its value is used where visitors do not see it: in a condition, a request, code.',
  SHOWN:
    'Its value is in a text of a bubble or an input, or in a text of the theme or the settings.',
});

/** What a search in a flow searches, as a GraphQL enum. */
export const FlowMatchKindEnum = enumOf<MatchKind>(
  'FlowMatchKind',
  'What of a flow a text was found in.',
  {
    TITLE: 'The title of a group.',
    TEXT: 'A text that somebody wrote: of a block, an event, the theme or the settings; also code.',
    VARIABLE: 'The name of a variable, or a member that names the variable.',
    BLOCK_KIND: 'The name of the kind of a block, as people or documents call it.',
    ID: 'The id of a part, or a member that names something by its id.',
  },
);
