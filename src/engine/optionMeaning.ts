import { z } from 'zod';

/** What the id in an option can be of. */
export type Named = 'variable' | 'credentials' | 'bot' | 'group' | 'block';

/** What an option means beyond its type: said once, in the schema of the kind of block that has it. */
export interface OptionMeaning {
  /** Its text is the id of one of these. */
  readonly names?: Named;
  /** Its text is used as it stands: `{{name}}` in it is no variable. */
  readonly isLiteral?: true;
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

const meanings = z.registry<OptionMeaning>();

/** What is known of an option's meaning; nothing of most. */
export function meaningOf(schema: z.core.$ZodType): OptionMeaning | undefined {
  return meanings.get(schema);
}

/** An option that holds the id of a variable. */
export const variableId = z.string().register(meanings, { names: 'variable' });

/** An option that holds the id of credentials. */
export const credentialsId = z.string().register(meanings, { names: 'credentials' });

/** An option that holds the id of a bot. */
export const botId = z.string().register(meanings, { names: 'bot' });

/** An option that holds the id of a group, or one `{{variable}}` that holds the title of a group. */
export const groupId = z.string().register(meanings, { names: 'group' });

/** An option that holds the id of a block. */
export const blockId = z.string().register(meanings, { names: 'block' });

/** A text that is used as it stands. */
export const literalText = z.string().register(meanings, { isLiteral: true });
