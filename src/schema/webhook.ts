import { ArrayType } from '@mikro-orm/core';
import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { Audited, FINGERPRINT } from './audited.js';
import { Bot } from './bot.js';
import { BooleanField, IdField, Reference, TextField, TimeField } from './column.js';
import { WebhookEventType } from './enums.js';
import { Field, NullableField } from './field.js';
import { Node } from './node.js';
import { Holds } from './queryCost.js';
import { Workspace } from './workspace.js';

/** SQL: the scheme and the host of an address. What follows is often a secret, as that of a channel of a messenger. */
const HOST = "substring(row.url from '^[A-Za-z]+://[^/?#]+')";

/** An endpoint that receives the events of a workspace, or of one of its bots. */
@Entity({ tableName: 'webhook' })
@Audited({
  kind: 'WEBHOOK',
  name: HOST,
  values: {
    ...{ botId: 'row.bot_id', url: HOST, urlFingerprint: 'left(md5(row.url), 8)' },
    ...{ eventTypes: 'row.event_types', isEnabled: 'row.is_enabled', fingerprint: FINGERPRINT },
  },
})
@Index({ name: 'webhook_workspace_id', properties: ['workspaceId', 'id'] })
@ObjectType({
  implements: Node,
  description:
    'An address that receives what happens, by signed requests (https://www.standardwebhooks.com).',
})
export class Webhook {
  @IdField('Its id.') id: string;
  @Reference(() => Workspace) @Field(() => ID, 'The workspace it belongs to.') workspaceId: string;

  @Reference(() => Bot, { nullable: true, deleteRule: 'cascade' })
  @Index({ where: 'bot_id is not null' })
  @NullableField(() => ID, {
    description: 'The one bot whose events it receives; null: every bot of the workspace.',
  })
  botId: string | null;

  @TextField('Where events are sent.') url: string;

  @Property({ type: ArrayType, columnType: 'text[]' })
  @Holds(10)
  @Field(() => [WebhookEventType], 'What it receives.')
  eventTypes: WebhookEventType[];

  @BooleanField(
    'Whether it receives what happens now; what happens while it is disabled is not kept for it.',
  )
  isEnabled: boolean;

  @TimeField('When its receiver answered 410, which disabled it; null: not, or enabled since.', {
    nullable: true,
  })
  goneAt: Date | null;

  /** The key that decrypts `sealed`. */
  @Property({ type: 'text', collation: 'C', index: true }) keyId: string;

  /** Its secrets, encrypted (auth/webhookSecrets.ts); loaded only to decrypt them. */
  @Property({ type: 'text', lazy: true }) sealed: string;

  @TimeField(
    'Until when requests are signed with the secret before this one, too; null: there is none.',
    { nullable: true },
  )
  previousSecretUntil: Date | null;

  @TimeField('When it was made.') createdAt: Date;
  @TimeField('When it was last changed.') updatedAt: Date;
}
