import { z } from 'zod';

/** The sorts of parts that options name by their ids. */
export type Named = 'variable' | 'credentials' | 'bot' | 'group' | 'block';

/** The issues of blocks in which something that they need is not chosen. */
export type Need =
  | 'CREDENTIALS_MISSING'
  | 'MAIL_ACCOUNT_DEFAULT'
  | 'LINKED_BOT_MISSING'
  | 'JUMP_TARGET_MISSING'
  | 'REQUEST_URL_MISSING'
  | 'ACTION_MISSING';

/**
 * What an option means beyond its type: stated once, in the schema of the kind of block that has the option, and read
 * wherever a flow is checked, cleaned or asked what it refers to.
 */
export interface OptionMeaning {
  /** The option holds the id of a part of this sort, or a template that gives one. */
  readonly names?: Named;
  /** A word the option may hold instead of an id, for what is there without being chosen. */
  readonly ownId?: string;
  /** What `{{…}}` in the option may name besides variables. */
  readonly ownNames?: readonly string[];
  /** The issue of a block in which nothing is chosen here. */
  readonly need?: Need;
  /** What an option holds in which nothing is chosen; without this it is left out or empty. */
  readonly unchosen?: string;
}

/** What stands for the mail server of the installation, in a block that sends an e-mail. */
export const DEFAULT_MAIL = 'default';

/** What stands for the bot that a link is in. */
export const THIS_BOT = 'current';

/** Further schemas of the objects of a schema, which a check of it applies: see `alsoShapedAs`. */
const additions = new WeakMap<z.core.$ZodType, readonly z.ZodType[]>();

/** States that objects of a schema have the members of these schemas, too. */
export function alsoShapedAs<S extends z.ZodType>(schema: S, schemas: readonly z.ZodType[]): S {
  additions.set(schema, schemas);
  return schema;
}

/** The schemas that were stated so for a schema. */
export function additionsTo(schema: z.core.$ZodType): readonly z.ZodType[] {
  return additions.get(schema) ?? [];
}

const meanings = new WeakMap<z.core.$ZodType, OptionMeaning>();

function meaning<S extends z.core.$ZodType>(schema: S, stated: OptionMeaning): S {
  meanings.set(schema, stated);
  return schema;
}

/** The meaning that was stated for an option; most have none. */
export function meaningOf(schema: z.core.$ZodType): OptionMeaning | undefined {
  return meanings.get(schema);
}

/** An option that holds the id of a variable. */
export const variableIdSchema = meaning(z.string(), { names: 'variable' });

/** An option that holds the id of credentials. */
export const credentialsIdSchema = meaning(z.string(), { names: 'credentials' });

/** The same, for a block that does nothing without an account. */
export const accountIdSchema = meaning(z.string(), {
  names: 'credentials',
  need: 'CREDENTIALS_MISSING',
});

/** The mail server to send through; that of the installation where none is chosen. */
export const mailAccountIdSchema = meaning(z.string(), {
  names: 'credentials',
  need: 'MAIL_ACCOUNT_DEFAULT',
  unchosen: DEFAULT_MAIL,
});

/** The bot that a link leads into. */
export const linkedBotIdSchema = meaning(z.string(), {
  names: 'bot',
  ownId: THIS_BOT,
  need: 'LINKED_BOT_MISSING',
});

/** The id of a group, or one `{{variable}}` that holds the title of a group. */
export const groupIdSchema = meaning(z.string(), { names: 'group' });

/** The same, for a block that leads nowhere without. */
export const jumpTargetSchema = meaning(z.string(), {
  names: 'group',
  need: 'JUMP_TARGET_MISSING',
});

/** The id of a block. */
export const blockIdSchema = meaning(z.string(), { names: 'block' });

/** Where a request goes. */
export const requestUrlSchema = meaning(z.string(), { need: 'REQUEST_URL_MISSING' });

/** The body of a request: `{{state}}` stands for all answers and variables. */
export const requestBodySchema = meaning(z.string(), { ownNames: ['state'] });

/** Which action of its kind a block runs: this one. */
export function actionSchema<const A extends string>(name: A) {
  return meaning(z.literal(name), { need: 'ACTION_MISSING' });
}
