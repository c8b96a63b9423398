import type { z } from 'zod';
import type { BlockContext, BlockResult, ResumeInput } from './block.js';
import type { Value } from '../../values/value.js';

/** What every value kind is told: the variable to set. */
export interface ValueOptions {
  readonly variableId: string;
}

/** One kind of value `Set variable` can produce. Like a block it says what it wants and never does it. */
export interface ValueKind<S extends z.ZodType = z.ZodType> {
  readonly type: string;
  /** One sentence for people; shown in the generated docs. */
  readonly summary: string;
  /** What the options hold besides the variable, for the generated docs; nothing when absent. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** What the kind reads of the block's options. */
  readonly schema: S;
  enter(options: z.infer<S> & ValueOptions, context: BlockContext): BlockResult;
  /** Kinds that ask outside: called with the answer. */
  resume?(
    answer: ResumeInput,
    options: z.infer<S> & ValueOptions,
    context: BlockContext,
  ): BlockResult;
}

/** Lets TypeScript infer the options from the schema in `enter` and `resume`. */
export function defineValue<S extends z.ZodType>(kind: ValueKind<S>): ValueKind<S> {
  return kind;
}

/** Goes on with the variable set. */
export function setTo({ variableId }: ValueOptions, value: Value): BlockResult {
  return { go: 'next', set: [{ variableId, value }] };
}
