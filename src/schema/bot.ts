import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import type { FlowDefinition } from '../engine/index.js';
import { FlowDocument, ResultsTablePreferencesScalar } from './scalars.js';
import { Workspace } from './workspace.js';
import { Folder } from './folder.js';

/** A conversational flow people work on: the draft, and what holds for it at once (interface §2, "Bot"). */
@Entity({ tableName: 'bot' })
@ObjectType({ description: 'A conversational flow people work on.' })
export class Bot {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID)
  id: string;

  @ManyToOne({ entity: () => Workspace, fieldName: 'workspace_id', mapToPk: true })
  @Field(() => ID)
  workspaceId: string;

  @ManyToOne({ entity: () => Folder, fieldName: 'folder_id', mapToPk: true, nullable: true })
  @Field(() => ID, { nullable: true, description: 'The folder it sits in; null at the root.' })
  folderId: string | null;

  @Property({ type: 'text' })
  @Field(() => String)
  name: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'An emoji or the address of an image.' })
  icon: string | null;

  @Property({ type: 'text', nullable: true, unique: true })
  @Field(() => String, {
    nullable: true,
    description: 'The name public chats are started by; unique on the server.',
  })
  publicId: string | null;

  @Property({ type: 'text', nullable: true, unique: true })
  @Field(() => String, { nullable: true })
  customDomain: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true })
  selectedThemeTemplateId: string | null;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true })
  messengerCredentialsId: string | null;

  @Property({ type: 'double precision', nullable: true })
  @Field(() => Float, { nullable: true })
  riskLevel: number | null;

  @Property({ type: 'json', nullable: true })
  @Field(() => ResultsTablePreferencesScalar, { nullable: true })
  resultsTablePreferences: unknown;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'An archived bot can be neither listed nor chatted with.' })
  isArchived: boolean;

  @Property({ type: 'boolean' })
  @Field(() => Boolean, { description: 'A closed bot refuses new chats; takes effect at once.' })
  isClosed: boolean;

  @Property({ type: 'integer' })
  @Field(() => Int, {
    description: 'Grows by one at each write; send it as `ifRevision` to detect a lost update.',
  })
  revision: number;

  /** Not loaded unless asked for: flows are large and lists do not need them. */
  @Property({ type: 'json', lazy: true })
  @Field(() => FlowDocument, {
    description: 'What is being worked on; chats run what was published.',
  })
  draft: FlowDefinition;

  @Property({ type: 'text', nullable: true })
  liveVersionId: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date)
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date)
  updatedAt: Date;
}
