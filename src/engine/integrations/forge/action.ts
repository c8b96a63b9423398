import type { z } from 'zod';
import type { BlockContext, BlockResult, ResumeInput } from '../../blocks/kind/block.js';
import type { JsonRecord } from '../../documents/jsonRecord.js';

/** One action of a vendor, mostly as data: what it is told, and where what comes out of it goes. */
export interface ForgeAction {
  readonly name: string;
  readonly options: z.ZodRawShape;
  /** What `responseMapping` can name; the first is meant when a mapping names none. */
  readonly items?: readonly string[];
  /** Whether the client can stream it: the first of `items` is then the text that streams. */
  readonly canStream?: true;
  /** Options that name a variable for one part of the answer. */
  readonly saves?: Readonly<Record<string, string>>;
  /** Options that name a variable to read from, and the option its value is sent as. */
  readonly reads?: Readonly<Record<string, string>>;
  /** A list of objects that each name a variable, and the member that says which part of the answer it gets. */
  readonly lists?: { readonly key: string; readonly part: string };
  /** For an action that needs nothing of the vendor's server: called instead of asking, with the options filled in. */
  readonly enter?: (filled: JsonRecord, context: BlockContext) => BlockResult | undefined;
  /** With `enter`: called with what came back. */
  readonly resume?: (
    answer: ResumeInput,
    options: JsonRecord,
    context: BlockContext,
  ) => BlockResult;
}

/** A vendor whose actions a block can run. */
export interface Vendor {
  readonly type: string;
  readonly summary: string;
  /** Options of the first action as somebody would fill them in; shown in the generated docs. */
  readonly example: JsonRecord;
  /** Whether its actions need credentials. */
  readonly needsCredentials: boolean;
  /** Options all its actions have. */
  readonly base?: z.ZodRawShape;
  readonly actions: readonly [ForgeAction, ...ForgeAction[]];
}
