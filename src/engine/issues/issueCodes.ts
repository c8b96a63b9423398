import { graphCodes } from './codes/graphCodes.js';
import { inputCodes } from './codes/inputCodes.js';
import { languageCodes } from './codes/languageCodes.js';
import { serviceCodes } from './codes/serviceCodes.js';
import { variableCodes } from './codes/variableCodes.js';
import type { IssueText } from './issueText.js';

/** All kinds of issues of a flow: the enum of GraphQL and the messages are made from them. */
export const issueCodes = {
  ...graphCodes,
  ...variableCodes,
  ...inputCodes,
  ...serviceCodes,
  ...languageCodes,
} as const satisfies Record<string, IssueText>;

/** The stable name of an issue. */
export type IssueCode = keyof typeof issueCodes;
