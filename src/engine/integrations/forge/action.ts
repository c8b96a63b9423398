import type { z } from 'zod';
import type { BlockContext, BlockResult, ResumeInput } from '../../blocks/kind/block.js';
import type { Icon } from '../../blocks/kind/icons.js';
import type { JsonRecord } from '../../documents/jsonRecord.js';

/** One action of a vendor, mostly as data: its options, and the variables its output goes to. */
export interface ForgeAction {
  readonly name: string;
  readonly options: z.ZodRawShape;
  /** The items that `responseMapping` can name; a mapping that names none means the first. */
  readonly items?: readonly string[];
  /** Whether the client can stream it: the first of `items` is then the text that streams. */
  readonly canStream?: true;
  /** Options that name a variable for one part of the output. */
  readonly saves?: Readonly<Record<string, string>>;
  /** Options that name a variable to read from, and the option its value is sent as. */
  readonly reads?: Readonly<Record<string, string>>;
  /** A list of objects that each name a variable, and the member that names the part of the output for it. */
  readonly lists?: { readonly key: string; readonly part: string };
  /**
   * For an action that needs no server of the vendor: called instead of requesting an effect, with the options filled
   * in.
   */
  readonly enter?: (filled: JsonRecord, context: BlockContext) => BlockResult | undefined;
  /** With `enter`: called with the report of the client. */
  readonly resume?: (
    answer: ResumeInput,
    options: JsonRecord,
    context: BlockContext,
  ) => BlockResult;
}

/** A vendor whose actions a block can run. */
export interface Vendor {
  readonly type: string;
  /** Its name for people, its icon and the words to search for it; see `BlockKind`. */
  readonly label: string;
  readonly icon: Icon;
  readonly searchWords: readonly string[];
  readonly summary: string;
  /** What leaves this machine; see `BlockKind`. */
  readonly leaves?: string;
  /** What comes of its actions when a turn is attempted again; see `BlockKind`. */
  readonly repeats?: string;
  /** Example options of the first action; shown in the generated docs. */
  readonly example: JsonRecord;
  /** Whether its actions need credentials. */
  readonly needsCredentials: boolean;
  /** Its actions count towards the budgets for AI. */
  readonly usesAi?: true;
  /** It counts what visitors do: a preview sends nothing to it. */
  readonly isTracking?: true;
  /** Options all its actions have. */
  readonly base?: z.ZodRawShape;
  readonly actions: readonly [ForgeAction, ...ForgeAction[]];
}
