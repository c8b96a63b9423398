import type { MatchKind, ValueType, VariableUse } from '../engine/index.js';
import { enumOf } from './enums.js';

/** What is done with a variable, as a GraphQL enum. */
export const VariableUseEnum = enumOf<VariableUse>('VariableUse', 'What is done with a variable.', {
  SET: 'It gets a value.',
  READ: 'Its value is used where visitors do not see it: in a condition, a request, code.',
  SHOWN:
    'Its value is in a text of a bubble or an input, or in a text of the theme or the settings.',
});

/** What a variable holds, as a GraphQL enum. */
export const VariableTypeEnum = enumOf<ValueType>(
  'VariableType',
  'What a variable holds, by what sets it. Every value is a text or a list of texts: a number is one written as a text.',
  {
    TEXT: 'Any text.',
    NUMBER: 'A number.',
    DATE: 'A date, or several, as the flow writes them.',
    TIME: 'A time of the day.',
    EMAIL: 'An e-mail address.',
    PHONE_NUMBER: 'A phone number.',
    URL: 'An address.',
    FILE: 'The address of a file, or of several.',
    LIST: 'A list of texts.',
    ANY: 'Only a chat tells: it comes from code or from a service.',
  },
);

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
