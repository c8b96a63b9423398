import type { GraphQLField } from 'graphql';
import type { Context } from '../context/context.js';
import { Failure, failures } from '../errors/errors.js';
import { collisionIn } from '../errors/outage.js';
import { isRecord } from './record.js';

/** Makes a mutation return its expected failures as `userErrors`, and the mark that its caller gave it. */
export function reportUserErrors(field: GraphQLField<unknown, unknown>): void {
  const resolve = field.resolve;
  if (!resolve) return;
  field.resolve = async (root, args, context, info) => {
    const clientMutationId = clientMutationIdOf(args);
    try {
      const payload: unknown = await resolve(root, args, context, info);
      return Object.assign({ userErrors: [], clientMutationId }, payload);
    } catch (thrown) {
      const error = collisionIn(thrown) ?? thrown;
      const isReported = !(context as Context).failsWhole; // Every transport makes its contexts with contextOf.
      if (isReported && error instanceof Failure && failures[error.reason].isUserError) {
        return { userErrors: userErrorsOf(error), clientMutationId };
      }
      throw error;
    }
  };
}

/** What the caller marked a mutation with; its payload has the same mark. */
function clientMutationIdOf(args: unknown): unknown {
  const input = isRecord(args) ? args['input'] : undefined;
  return (isRecord(input) ? input['clientMutationId'] : undefined) ?? null;
}

function userErrorsOf(failure: Failure): object[] {
  const { code, reason, message, issues = [] } = failure;
  if (issues.length === 0) return [{ code, reason, message }];
  return issues.map((issue) => ({
    code,
    reason,
    message: issue.message,
    path: issue.path.map(String),
  }));
}
