import { z } from 'zod';

/** What the id in an option can be of. */
export type Named = 'variable' | 'credentials' | 'bot' | 'group' | 'block';

/** What can be wrong with a block in which nothing is chosen. */
export type Need =
  | 'CREDENTIALS_MISSING'
  | 'MAIL_ACCOUNT_DEFAULT'
  | 'LINKED_BOT_MISSING'
  | 'JUMP_TARGET_MISSING'
  | 'REQUEST_URL_MISSING'
  | 'ACTION_MISSING';

/** What an option means beyond its type: said once, in the schema of the kind of block that has it. */
export interface OptionMeaning {
  /** Its text is the id of one of these. */
  readonly names?: Named;
  /** Names that its text has besides those of variables. */
  readonly ownNames?: readonly string[];
  /** The block cannot do without: what is wrong where nothing is chosen. */
  readonly need?: Need;
}

/** Schemas whose members an object has besides those of its own schema, as a check of that asks for. */
const additions = new WeakMap<z.core.$ZodType, readonly z.ZodType[]>();

/** Says that the objects of a schema are of other schemas, too. */
export function alsoShapedAs<S extends z.ZodType>(schema: S, schemas: readonly z.ZodType[]): S {
  additions.set(schema, schemas);
  return schema;
}

/** The schemas that objects of a schema are of besides. */
export function additionsTo(schema: z.core.$ZodType): readonly z.ZodType[] {
  return additions.get(schema) ?? [];
}

const meanings = new WeakMap<z.core.$ZodType, OptionMeaning>();

function meaning<S extends z.core.$ZodType>(schema: S, stated: OptionMeaning): S {
  meanings.set(schema, stated);
  return schema;
}

/** What is known of an option's meaning; nothing of most. */
export function meaningOf(schema: z.core.$ZodType): OptionMeaning | undefined {
  return meanings.get(schema);
}

/** An option that holds the id of a variable. */
export const variableIdSchema = meaning(z.string(), { names: 'variable' });

/** An option that holds the id of credentials. */
export const credentialsIdSchema = meaning(z.string(), { names: 'credentials' });

/** The same, where the block does nothing without. */
export const accountIdSchema = meaning(z.string(), {
  names: 'credentials',
  need: 'CREDENTIALS_MISSING',
});

/** The mail server to send through; that of the installation where none is chosen. */
export const mailAccountIdSchema = meaning(z.string(), {
  names: 'credentials',
  need: 'MAIL_ACCOUNT_DEFAULT',
});

/** The bot that a link leads into. */
export const linkedBotIdSchema = meaning(z.string(), { names: 'bot', need: 'LINKED_BOT_MISSING' });

/** The id of a group, or one `{{variable}}` that holds the title of a group. */
export const groupIdSchema = meaning(z.string(), { names: 'group' });

/** The same, where the block does nothing without. */
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

/** What a block is to do, as one of the actions of its kind: this one. */
export function actionSchema<const A extends string>(name: A) {
  return meaning(z.literal(name), { need: 'ACTION_MISSING' });
}
