import { z } from 'zod';
import { field } from '../fields/field.js';

/** The sorts of parts that options name by their ids. */
export type Named = 'variable' | 'credentials' | 'bot' | 'group' | 'block';

/** The issues of blocks in which a required option is not set. */
export type Need =
  | 'CREDENTIALS_MISSING'
  | 'MAIL_ACCOUNT_DEFAULT'
  | 'LINKED_BOT_MISSING'
  | 'JUMP_TARGET_MISSING'
  | 'REQUEST_URL_MISSING'
  | 'ACTION_MISSING';

/**
 * What an attacker could gain by controlling an option: how much is paid, who gets an e-mail, where a request or the
 * client goes.
 */
export type Decision = 'amount' | 'recipient' | 'request' | 'redirect';

/**
 * The meaning of an option beyond its type: stated once, in the schema of the block kind, and read wherever flows are
 * checked, cleaned or searched for references.
 */
export interface OptionMeaning {
  /** The option holds the id of a part of this sort, or a template that yields one. */
  readonly names?: Named;
  /** The block only reads the variable that the option names; without this it sets it. */
  readonly isRead?: true;
  /** A word the option may hold instead of an id, for a part that always exists. */
  readonly ownId?: string;
  /** What `{{…}}` in the option may name besides variables. */
  readonly ownNames?: readonly string[];
  /** The issue of a block in which this option is not set. */
  readonly need?: Need;
  /** What the option decides; the author should decide it, not a visitor. */
  readonly decides?: Decision;
  /** The value that counts as not set; without this, absence and the empty text do. */
  readonly unchosen?: string;
}

/** The value that stands for the mail server of the installation, in a block that sends an e-mail. */
export const DEFAULT_MAIL = 'default';

/** The value that stands for the bot that contains the link. */
export const THIS_BOT = 'current';

/** Further schemas for the objects of a schema, which a check of it applies: see `alsoShapedAs`. */
const additions = new WeakMap<z.core.$ZodType, readonly z.ZodType[]>();

/** Declares that objects of a schema have the members of these schemas, too. */
export function alsoShapedAs<S extends z.ZodType>(schema: S, schemas: readonly z.ZodType[]): S {
  additions.set(schema, schemas);
  return schema;
}

/** The schemas that `alsoShapedAs` declared for a schema. */
export function additionsTo(schema: z.core.$ZodType): readonly z.ZodType[] {
  return additions.get(schema) ?? [];
}

const meanings = new WeakMap<z.core.$ZodType, OptionMeaning>();

function meaning<S extends z.core.$ZodType>(schema: S, stated: OptionMeaning): S {
  meanings.set(schema, stated);
  return schema;
}

/** The meaning declared for an option; most have none. */
export function meaningOf(schema: z.core.$ZodType): OptionMeaning | undefined {
  return meanings.get(schema);
}

/** An option that holds the id of a variable that the block sets, even if it also reads it. */
export const variableIdSchema = meaning(z.string(), { names: 'variable' });

/** An option that holds the id of a variable that the block only reads. */
export const readVariableIdSchema = meaning(z.string(), { names: 'variable', isRead: true });

/** An option that holds the id of credentials. */
export const credentialsIdSchema = meaning(z.string(), { names: 'credentials' });

/** The same, for a block that does nothing without an account. */
export const accountIdSchema = meaning(z.string(), {
  names: 'credentials',
  need: 'CREDENTIALS_MISSING',
});

/** The mail server to send through; that of the installation when none is chosen. */
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

/** The same, for a block that leads nowhere without it. */
export const jumpTargetSchema = meaning(z.string(), {
  names: 'group',
  need: 'JUMP_TARGET_MISSING',
});

/** The id of a block. */
export const blockIdSchema = meaning(z.string(), { names: 'block' });

/** Where a request goes. */
export const requestUrlSchema = meaning(z.string(), {
  need: 'REQUEST_URL_MISSING',
  decides: 'request',
});

/** Where the client is sent. */
export const redirectUrlSchema = meaning(z.string(), { decides: 'redirect' });

/** What is to be paid: an amount, or its currency. */
export const priceSchema = meaning(z.string(), { decides: 'amount' });

/** Who gets an e-mail: an address, or several with commas between them. */
export const recipientSchema = meaning(z.string(), { decides: 'recipient' });

/** The body of a request: `{{state}}` stands for all answers and variables. */
export const requestBodySchema = meaning(z.string(), { ownNames: ['state'] });

/** The option that selects this action of the kind. */
export function actionSchema<const A extends string>(name: A) {
  return meaning(
    z.literal(name).meta(field('What it does.', { title: 'What it does', isOnCanvas: true })),
    { need: 'ACTION_MISSING' },
  );
}
