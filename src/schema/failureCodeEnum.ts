import { type FailureCode, httpStatusOf } from '../errors/failureCodes.js';
import { enumOf } from './enums.js';

/** The codes of `errors/failureCodes.ts` as a GraphQL enum. */
export const FailureCodeEnum = enumOf<FailureCode>(
  'FailureCode',
  'The general name of a failure, the same for all transports.',
  // The keys are the codes, which the type of Object.fromEntries cannot express.
  Object.fromEntries(
    Object.entries(httpStatusOf).map(([code, status]) => [code, `REST has the status ${status}.`]),
  ) as Record<FailureCode, string>,
);
