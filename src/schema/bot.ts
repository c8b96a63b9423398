import { ArrayType } from '@mikro-orm/core';
import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Float, ID, Int, ObjectType } from 'type-graphql';
import type { FlowDefinition } from '../engine/index.js';
import { Audited } from './audited.js';
import { BooleanField, IdField, Reference, TextField, TimeField } from './column.js';
import { connectionOf } from './connection.js';
import { FlowColumn } from './flowColumn.js';
import { InFlightPolicy, PublishPolicy } from './enums.js';
import { Field, NullableField } from './field.js';
import { Folder } from './folder.js';
import { Node } from './node.js';
import { ResultsTablePreferencesScalar } from './scalars.js';
import { StoredFlow } from './storedFlow.js';
import { User } from './user.js';
import { Workspace } from './workspace.js';

/** A time in which the log alone told how chats of a bot began of which that is kept (docs/adr/0080-replay.md). */
export interface LoggedStarts {
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Null while it goes on. */
  readonly to: number | null;
}

/** A bot: the draft of its flow, and settings that take effect at once. */
@Entity({ tableName: 'bot' })
@Audited({
  kind: 'BOT',
  values: {
    ...{ name: 'row.name', icon: 'row.icon', workspaceId: 'row.workspace_id' },
    ...{ folderId: 'row.folder_id', publicId: 'row.public_id', customDomain: 'row.custom_domain' },
    ...{ isArchived: 'row.is_archived', isClosed: 'row.is_closed', riskLevel: 'row.risk_level' },
    selectedThemeTemplateId: 'row.selected_theme_template_id',
    messengerCredentialsId: 'row.messenger_credentials_id',
    publishedVersionId: 'row.live_version_id',
    traceShare: 'row.trace_share',
    replayShare: 'row.replay_share',
    publishPolicy: 'row.publish_policy',
    ...{ inFlightPolicy: 'row.in_flight_policy', inFlightMessage: 'row.in_flight_message' },
  },
})
// In SQL, because the comparator of MikroORM 7.2 cannot read `id desc` behind a column whose name ends with `id`.
@Index({
  name: 'bot_workspace_id',
  expression:
    'create index bot_workspace_id on bot (workspace_id, is_archived, created_at desc, id desc)',
})
@Index({
  name: 'bot_listed',
  expression: 'create index bot_listed on bot (workspace_id, is_archived, id desc)',
})
@Index({
  name: 'bot_filed',
  expression:
    'create index bot_filed on bot (workspace_id, folder_id, id desc) where not is_archived',
})
@Index({
  name: 'bot_source',
  expression:
    'create unique index bot_source on bot (workspace_id, source_id) where source_id is not null',
})
@Index({
  name: 'bot_moving',
  expression: "create index bot_moving on bot (id) where in_flight_policy <> 'FINISH_ON_OLD'",
})
@ObjectType({ implements: Node, description: 'A conversational flow people work on.' })
export class Bot {
  @IdField('Its id.') id: string;
  @Reference(() => Workspace) @Field(() => ID, 'The workspace it belongs to.') workspaceId: string;

  /** The shard keys of older results, besides that of the workspace (`storage/shardKeys.ts`). */
  @Property({ type: ArrayType, columnType: 'text[]', defaultRaw: "'{}'" }) earlierKeys: string[];

  @Reference(() => Folder, { nullable: true, index: true })
  @NullableField(() => ID, 'The folder it is in; null at the root.')
  folderId: string | null;

  @TextField('What people call it.') name: string;
  @TextField('An emoji or the address of an image.', { nullable: true }) icon: string | null;

  @Property({ type: 'text', collation: 'C', nullable: true, unique: true })
  @NullableField(() => String, 'The name public chats are started by; unique on the server.')
  publicId: string | null;

  @Property({ type: 'text', collation: 'C', nullable: true, unique: true })
  @NullableField(() => String, {
    description: 'The host, with or without a path, it answers at; unique on the server.',
  })
  customDomain: string | null;

  @Property({ type: 'text', nullable: true })
  @NullableField(() => ID, 'The theme template last applied to it.')
  selectedThemeTemplateId: string | null;

  @Property({ type: 'text', nullable: true })
  @NullableField(() => ID, 'The credentials its messenger channel uses.')
  messengerCredentialsId: string | null;

  @Property({ type: 'double precision', nullable: true })
  @NullableField(() => Float, 'As it was sent; nothing depends on it.')
  riskLevel: number | null;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  @NullableField(() => ResultsTablePreferencesScalar, 'How its table of results is laid out.')
  resultsTablePreferences: unknown;

  @Property({ type: 'text', collation: 'C', nullable: true })
  @NullableField(() => String, 'The id it has where `syncBot` brought it from.')
  sourceId: string | null;

  /** The flow id of the draft at the last import from the source. */
  @Property({ type: 'text', collation: 'C', nullable: true }) sourceFlowId: string | null;
  @BooleanField('An archived bot can be neither listed nor chatted with.') isArchived: boolean;
  @BooleanField('A closed bot refuses new chats; takes effect at once.') isClosed: boolean;

  @Property({ type: 'double precision', default: 0 })
  @Field(() => Float, 'Which part of its chats is traced: from 0 to 1; takes effect at once.')
  traceShare: number;

  @Property({ type: 'double precision', default: 0 })
  @Field(() => Float, {
    description:
      'Of which part of its chats is kept what `replayChats` needs: from 0 to 1; takes effect at once.',
  })
  replayShare: number;

  /** When the log alone told how its chats began, oldest first; chats that are kept are looked for there. */
  @Property({ type: 'json', columnType: 'json', nullable: true })
  loggedStarts: LoggedStarts[] | null;

  @Property({ type: 'text', nullable: true })
  @NullableField(() => PublishPolicy, {
    description:
      'What publishing does about errors of its draft and tests that fail; null: as its workspace says.',
  })
  publishPolicy: PublishPolicy | null;

  @Property({ type: 'text', default: 'FINISH_ON_OLD' })
  @Field(() => InFlightPolicy, 'What becomes of its open chats when another version goes live.')
  inFlightPolicy: InFlightPolicy;

  @TextField('What is said in chats that `MOVE_NOW_OR_END` ends.', { nullable: true })
  inFlightMessage: string | null;

  @Property({ type: 'integer' })
  @Field(() => Int, 'Grows by one at each write; send it as `ifRevision` to detect a lost update.')
  revision: number;

  /** Loaded only on request: flows are large and lists do not need them. */
  @Property({ type: FlowColumn, lazy: true }) draft: FlowDefinition;

  /** The flow id of the draft, computed by the database. There are unpublished changes when it differs from that of the live version. */
  @Property({
    type: 'text',
    collation: 'C',
    nullable: true,
    generated: 'flow_id_of(draft) stored',
    lazy: true,
  })
  readonly draftFlowId?: string;

  @Reference(() => BotVersion, { nullable: true })
  @NullableField(() => ID, {
    name: 'publishedVersionId',
    description: 'The version new chats run; null while it is not published.',
  })
  liveVersionId: string | null;

  /** The phase of the split that runs, as `<split>/<phase>`: `bot_split` has it. */
  @Property({ type: 'text', collation: 'C', nullable: true }) split: string | null;
  @TimeField('When it was made.') createdAt: Date;
  @TimeField('When it was last changed.') updatedAt: Date;
}

/** A page of bots. */
@ObjectType({ description: 'A page of bots.' })
export class BotConnection extends connectionOf(Bot, 'Bot') {}

/** A published version of a bot: immutable, and numbered from 1 (docs/data-model.md, "Bots and versions"). */
@Entity({ tableName: 'bot_version' })
@Unique({ properties: ['botId', 'number'] })
@ObjectType({
  implements: Node,
  description: 'A published state of a bot: numbered from 1, never changed.',
})
export class BotVersion {
  @IdField('Its id.') id: string;
  @Reference(() => Bot) @Field(() => ID, 'The bot it was published of.') botId: string;

  @Property({ type: 'integer' })
  @Field(() => Int, 'Its number within the bot, from 1.')
  number: number;

  /** The content, which is kept as long as a version refers to it. */
  @Reference(() => StoredFlow, { index: true, deleteRule: 'no action' }) flowId: string;
  @Reference(() => User, { nullable: true }) authorId: string | null;
  @TextField('What its author called it.', { nullable: true }) label: string | null;

  @TextField('Why it was published although its errors forbade that; null where nothing did.', {
    nullable: true,
  })
  overrideReason: string | null;

  @TimeField('When it was published.') createdAt: Date;
}

/** A page of versions. */
@ObjectType({ description: 'A page of versions.' })
export class BotVersionConnection extends connectionOf(BotVersion, 'BotVersion') {}
