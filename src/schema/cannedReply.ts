import { Entity, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { messageTextSchema } from '../engine/index.js';
import { Audited } from './audited.js';
import { IdField, Reference, TimeField } from './column.js';
import { Field } from './field.js';
import { Node } from './node.js';
import { LongText } from './queryCost.js';
import { scalarOf } from './scalar.js';
import { Workspace } from './workspace.js';

/** What agents type to find a canned reply. */
export const Shortcut = scalarOf({
  name: 'Shortcut',
  description: 'From 1 to 50 letters, digits, dots, dashes and underscores.',
  // No pattern of the JSON Schema: readers of those do not know classes of letters.
  schema: z
    .string()
    .refine(
      (sent) => /^[\p{L}\p{M}\p{N}._-]{1,50}$/u.test(sent),
      'Must be 1 to 50 letters or digits',
    ),
});

/** The text of a canned reply. */
export const CannedText = scalarOf({
  name: 'CannedText',
  description: 'A text from 1 to 5000 characters.',
  schema: messageTextSchema.min(1).max(5_000),
});

/** A text that agents of a workspace send again and again. */
@Entity({ tableName: 'canned_reply' })
@Audited({
  kind: 'CANNED_REPLY',
  name: 'row.shortcut',
  values: { shortcut: 'row.shortcut', text: 'row.text' },
})
@Unique({ name: 'canned_reply_shortcut', properties: ['workspaceId', 'shortcut'] })
@ObjectType({
  implements: Node,
  description: 'A text that agents of a workspace send again and again.',
})
export class CannedReply {
  @IdField('Its id; `postAgentMessage` takes it in place of a text.') id: string;
  @Reference(() => Workspace) @Field(() => ID, 'The workspace it belongs to.') workspaceId: string;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => Shortcut, 'What agents type to find it; no other of the workspace has the same.')
  shortcut: string;

  @Property({ type: 'text' })
  @LongText
  @Field(() => CannedText, {
    description:
      'The text. Each `{{name}}` becomes the value of that variable in the chat to which it is sent.',
  })
  text: string;

  @TimeField('When it was first saved.') createdAt: Date;
  @TimeField('When it was last saved.') updatedAt: Date;
}
