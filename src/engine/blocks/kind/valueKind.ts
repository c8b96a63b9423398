import type { z } from 'zod';
import type { BlockContext, BlockResult, ResumeInput } from './block.js';
import type { Value } from '../../values/value.js';
import type { ValueType } from './valueType.js';

/** The option of every value kind: the variable to set. */
export interface ValueOptions {
  readonly variableId: string;
}

/** One kind of value that `Set variable` can produce. Like a block it returns what is to happen and never does it. */
export interface ValueKind<S extends z.ZodType = z.ZodType> {
  readonly type: string;
  /** Its name for people. */
  readonly label: string;
  /** One sentence for people; shown in the generated docs. */
  readonly summary: string;
  /** Example options besides the variable, for the generated docs; none when absent. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** What the variable then holds, where that is no text; null where it holds nothing. */
  readonly holds?: ValueType | null;
  /** The schema of the options that the kind reads. */
  readonly schema: S;
  enter(options: z.infer<S> & ValueOptions, context: BlockContext): BlockResult;
  /** For kinds that request effects: called with the result. */
  resume?(
    answer: ResumeInput,
    options: z.infer<S> & ValueOptions,
    context: BlockContext,
  ): BlockResult;
}

/** Infers the options from the schema in `enter` and `resume`. */
export function defineValue<S extends z.ZodType>(kind: ValueKind<S>): ValueKind<S> {
  return kind;
}

/** Sets the variable and continues. */
export function setTo({ variableId }: ValueOptions, value: Value): BlockResult {
  return { go: 'next', set: [{ variableId, value }] };
}
