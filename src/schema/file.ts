import { Entity, Index, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';
import { Float, ID, Int, ObjectType } from 'type-graphql';
import { Audited } from './audited.js';
import { Bot } from './bot.js';
import { Reference, TextField, TimeField } from './column.js';
import { connectionOf } from './connection.js';
import { FileVisibility } from './enums.js';
import { Field, NullableField } from './field.js';
import { Workspace } from './workspace.js';

/**
 * A file of a workspace; its bytes are in the file store. It belongs to a result, to the chat of a preview, to a bot, or to the workspace
 * alone. When its row is deleted, a trigger notes its key in `file_removal`.
 */
@ObjectType({ description: 'A file that was uploaded.' })
@Entity({ tableName: 'file' })
@Audited({
  kind: 'FILE',
  values: { botId: 'row.bot_id', name: 'row.name', type: 'row.type', visibility: 'row.visibility' },
})
@Index({ name: 'file_workspace_id', properties: ['workspaceId', 'bytes'] })
@Index({ name: 'file_result_id', properties: 'resultId', where: 'result_id is not null' })
@Index({ name: 'file_session_id', properties: 'sessionId', where: 'session_id is not null' })
@Trigger({
  name: 'removed',
  timing: 'after',
  events: ['delete'],
  forEach: 'row',
  body: 'insert into file_removal (key) values (old.key) on conflict do nothing; return null;',
})
@Index({
  name: 'file_of_bot',
  properties: ['botId', 'id'],
  where: 'result_id is null and session_id is null',
})
@Index({
  name: 'file_of_workspace',
  properties: ['workspaceId', 'id'],
  where: 'bot_id is null and result_id is null and session_id is null',
})
@Index({ name: 'file_expiry', properties: 'expiresAt', where: 'expires_at is not null' })
export class File {
  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;

  /** Contains 129 random bits, so that only those who may read a public file know its id. */
  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { name: 'fileId', description: 'Its id, a part of its address.' })
  id: string;

  @Reference(() => Workspace) workspaceId: string;

  @Reference(() => Bot, { nullable: true, index: true, deleteRule: 'cascade' })
  botId: string | null;

  /** No foreign key, because files of the first turn of a chat are stored before its result. */
  @Property({ type: 'text', collation: 'C', nullable: true }) resultId: string | null;

  /** The chat, for files of previews. */
  @Property({ type: 'text', collation: 'C', nullable: true }) sessionId: string | null;

  /** The block that requested or made it. */
  @Property({ type: 'text', nullable: true }) blockId: string | null;

  /** The file name, with the extension of its type. */
  @TextField('What people call it, with the ending of its type.') name: string;

  /** The media type. */
  @TextField('The media type.') type: string;

  /** The image types that the uploaded bytes may turn out to have, separated by spaces. */
  @Property({ type: 'text', default: '' }) imageTypes: string;

  /** Its length; 0 until it is uploaded. */
  @Property({ type: 'double precision' }) @Field(() => Float, 'Its length in bytes.') bytes: number;

  /** The width of an image, in pixels; null if it is unknown. */
  @Property({ type: 'integer', nullable: true })
  @NullableField(() => Int, 'Of a PNG, JPEG, GIF or WebP image, its width in pixels.')
  width: number | null;

  @Property({ type: 'integer', nullable: true })
  @NullableField(() => Int, 'Of a PNG, JPEG, GIF or WebP image, its height in pixels.')
  height: number | null;

  @Property({ type: 'text' })
  @Field(() => FileVisibility, 'Who may read it.')
  visibility: FileVisibility;

  /** Its key in the file store. */
  @Property({ type: 'text', collation: 'C' }) key: string;
  @TimeField('When its upload was begun.') createdAt: Date;

  /** Null until all its bytes are stored. */
  @Property({ type: 'timestamptz', length: 3, nullable: true }) uploadedAt: Date | null;

  /** Whether something refers to it. A visitor's upload is used once it was sent as an answer. */
  @Property({ type: 'boolean' }) isUsed: boolean;

  /** When it is deleted unless it is used by then; null keeps it as long as its owner. */
  @Property({ type: 'timestamptz', length: 3, nullable: true }) expiresAt: Date | null;
}

/** A page of files. */
@ObjectType({ description: 'A page of files.' })
export class FileConnection extends connectionOf(File, 'File') {}

/**
 * A key of the file store whose bytes are to be deleted: that of a file whose row was deleted, or of an upload that is not finished. Bytes
 * of the latter count for their workspace until they belong to a file or are deleted.
 */
@Entity({ tableName: 'file_removal' })
@Index({ name: 'file_removal_held', properties: 'workspaceId', where: 'bytes > 0' })
export class FileRemoval {
  @PrimaryKey({ type: 'text', collation: 'C' }) key: string;

  /** When its bytes may be deleted. */
  @Property({ type: 'timestamptz', length: 3, defaultRaw: 'now()', index: true }) dueAt: Date;

  /** The greatest size that the upload may have; 0 for a deleted file. */
  @Property({ type: 'double precision', default: 0 }) bytes: number;
  @Property({ type: 'text', collation: 'C', nullable: true }) workspaceId: string | null;
  @Property({ type: 'text', collation: 'C', nullable: true }) botId: string | null;

  /** The result of the chat, or the chat itself. Null, like `clientAddress`, for uploads of members. */
  @Property({ type: 'text', collation: 'C', nullable: true }) chatId: string | null;
  @Property({ type: 'text', nullable: true }) clientAddress: string | null;
}
