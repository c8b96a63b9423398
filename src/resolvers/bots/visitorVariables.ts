import { z } from 'zod';
import { AUTHOR, fillingsIn, type Flow, type Reference } from '../../engine/index.js';
import type { Steps } from '../../eventLoop/steps.js';
import type { BotIssueCode } from '../../schema/botIssue.js';

type Decision = NonNullable<Extract<Reference, { name: string }>['decides']>;

/** The issue of a variable, by its name, that decides something although visitors can give it any value. */
export type VisitorVariables = (
  name: string,
  decides: Decision | undefined,
) => BotIssueCode | undefined;

/** The inputs whose answers may decide it: by these a stranger gains nothing beyond what the author meant. */
const RULES: Readonly<Record<Decision, { code: BotIssueCode; mayAsk: (type: string) => boolean }>> =
  {
    amount: { code: 'AMOUNT_FROM_VISITOR', mayAsk: () => false },
    // A visitor may give one address, their own, to get a copy.
    recipient: { code: 'RECIPIENT_FROM_VISITOR', mayAsk: (type) => type === 'email input' },
    request: { code: 'REQUEST_HOST_FROM_VISITOR', mayAsk: () => false },
    // A visitor who answers with an address sends only themselves there.
    redirect: { code: 'REDIRECT_FROM_VISITOR', mayAsk: () => true },
  };

/**
 * Finds the variables that visitors can give any value: a chat may begin with a value of each variable (`prefilledVariables`), also
 * of one with a value of its own. Where the flow goes through another bot that gives variables back, that one may set them, so
 * nothing is said.
 */
export function* visitorVariables(flow: Flow): Steps<VisitorVariables> {
  const filled = new Map<string, Set<string>>();
  for (const { blocks } of flow.definition.groups) {
    for (const block of blocks) {
      if (mergingSchema.safeParse(block).success) return () => undefined;
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
  type: z.literal('Bot link'),
  options: z.object({ botId: z.string(), mergeResults: z.literal(true) }),
});
