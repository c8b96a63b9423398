import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Float, ID, Int, ObjectType } from 'type-graphql';
import { Audited, OF_ITS_BOT } from './audited.js';
import { Bot } from './bot.js';
import { IdField, Reference, TextField, TimeField } from './column.js';
import { connectionOf } from './connection.js';
import { ExportFormat, JobStatus } from './enums.js';
import { Field } from './field.js';
import { Node } from './node.js';
import type { AnswerMatchInput, VariableMatchInput } from './resultParts.js';
import { User } from './user.js';

/** The options of an export; stored with the job. */
export interface ExportInput {
  readonly format: ExportFormat;
  /** For CSV: whether the file begins with a byte order mark, which tells spreadsheets that it is UTF-8. */
  readonly hasMark: boolean;
  readonly filter: {
    readonly ids?: readonly string[] | undefined;
    readonly from?: string | undefined;
    readonly until?: string | undefined;
    readonly hasStarted?: boolean | undefined;
    readonly isCompleted?: boolean | undefined;
    readonly variables?: readonly VariableMatchInput[] | undefined;
    readonly answers?: readonly AnswerMatchInput[] | undefined;
    readonly restsAtBlockId?: string | undefined;
    readonly reachedBlockId?: string | undefined;
    readonly flows?: readonly string[] | undefined;
    readonly segment?: { readonly id: string; readonly value: string | null } | undefined;
    readonly search?: string | undefined;
  };
}

/** A background job that writes results to a file and outlives the request that started it. */
@Entity({ tableName: 'job' })
@Audited({
  kind: 'EXPORT',
  workspace: OF_ITS_BOT,
  name: '(select name from bot where id = row.bot_id)',
  values: { botId: 'row.bot_id', input: 'row.input', status: 'row.status' },
})
@Index({ name: 'job_open', properties: 'createdAt', where: "status in ('QUEUED', 'RUNNING')" })
@Index({ name: 'job_expiry', properties: 'expiresAt', where: 'expires_at is not null' })
@Index({ name: 'job_bot_id', columns: [{ name: 'botId' }, { name: 'createdAt', sort: 'DESC' }] })
@ObjectType({ implements: Node, description: 'The writing of results into a file.' })
export class ExportJob {
  @IdField('Names the job for as long as it exists.') id: string;
  @Reference(() => Bot) @Field(() => ID, 'The bot whose results they are.') botId: string;
  @Reference(() => User, { nullable: true }) userId: string | null;
  @Property({ type: 'text' }) kind: string;
  @Property({ type: 'json', columnType: 'json' }) input: ExportInput;
  @Property({ type: 'text' }) @Field(() => JobStatus, 'How far it has come.') status: JobStatus;

  @Property({ type: 'integer', fieldName: 'done' })
  @Field(() => Int, 'How many results are written.')
  rows: number;

  @Property({ type: 'integer' })
  @Field(() => Int, 'How many there were when it began.')
  total: number;

  @TextField('Why it failed.', { nullable: true }) error: string | null;

  /** The length of the file, in bytes. */
  @Property({ type: 'double precision', default: 0 })
  @Field(() => Float, 'The length of its file in bytes, as far as it is written.')
  bytes: number;

  /** The number of times a worker started it. */
  @Property({ type: 'integer', default: 0 }) attempt: number;

  /** The secret in the address of the file. */
  @Property({ type: 'text', collation: 'C' }) fileToken: string;
  @Property({ type: 'timestamptz', length: 3, nullable: true }) heardAt: Date | null;
  @TimeField('When it was requested.') createdAt: Date;
  @TimeField('When it came to its end.', { nullable: true }) finishedAt: Date | null;
  @TimeField('When the file is deleted.', { nullable: true }) expiresAt: Date | null;
}

/** A page of exports. */
@ObjectType({ description: 'A page of exports.' })
export class ExportJobConnection extends connectionOf(ExportJob, 'ExportJob') {}

/** A piece of the file of an export. Pieces are rows so that any process can send the file. */
@Entity({ tableName: 'job_piece' })
export class ExportPiece {
  [PrimaryKeyProp]?: ['jobId', 'number'];

  @Reference(() => ExportJob, { primary: true }) jobId: string;

  /** Its index in the file, from 0. */
  @PrimaryKey({ type: 'integer' }) number: number;
  @Property({ type: 'blob' }) bytes: Buffer;
}
