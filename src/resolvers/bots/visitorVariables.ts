import { z } from 'zod';
import {
  AUTHOR,
  fillingsIn,
  type Flow,
  type IssueCode,
  type Reference,
} from '../../engine/index.js';
import type { Steps } from '../../eventLoop/steps.js';

type Decision = NonNullable<Extract<Reference, { name: string }>['decides']>;

/** Returns the issue of using a variable, by name, for a decision if visitors can set the variable to anything. */
export type VisitorVariables = (
  name: string,
  decides: Decision | undefined,
) => IssueCode | undefined;

/**
 * For each kind of decision, the inputs whose answers are allowed: those by which a visitor gains nothing that the author did not intend.
 */
const RULES: Readonly<Record<Decision, { code: IssueCode; mayAsk: (type: string) => boolean }>> = {
  amount: { code: 'AMOUNT_FROM_VISITOR', mayAsk: () => false },
  // Visitors may enter their own address to get a copy.
  recipient: { code: 'RECIPIENT_FROM_VISITOR', mayAsk: (type) => type === 'email input' },
  request: { code: 'REQUEST_HOST_FROM_VISITOR', mayAsk: () => false },
  // Visitors who enter an address redirect only themselves.
  redirect: { code: 'REDIRECT_FROM_VISITOR', mayAsk: () => true },
};

/**
 * Finds the variables that visitors can set to anything. A chat may start with values for any variable (`prefilledVariables`), which
 * replace the author's. A flow that links to a bot whose variables are merged has no such issues, because that bot may set them.
 */
export function* visitorVariables(flow: Flow): Steps<VisitorVariables> {
  const filled = new Map<string, Set<string>>();
  for (const { blocks } of flow.definition.groups) {
    for (const block of blocks) {
      if (block.type === 'Bot link' && mergingSchema.safeParse(block).success)
        return () => undefined;
      for (const { variableId, by } of fillingsIn(block, flow))
        filled.set(variableId, (filled.get(variableId) ?? new Set()).add(by));
      yield;
    }
  }
  return (name, decides) => {
    const variable = flow.variableNamed(name);
    if (decides === undefined || !variable) return undefined;
    const { code, mayAsk } = RULES[decides];
    const isSettled = [...(filled.get(variable.id) ?? [])].some(
      (by) => by === AUTHOR || mayAsk(by),
    );
    return isSettled ? undefined : code;
  };
}

const mergingSchema = z.object({
  options: z.object({ botId: z.string(), mergeResults: z.literal(true) }),
});
