import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Bot } from './bot.js';
import { ExportFormat, JobStatus } from './enums.js';
import { Node } from './node.js';
import type { VariableMatchInput } from './resultParts.js';

/** What an export was asked for; kept with the job. */
export interface ExportInput {
  readonly format: ExportFormat;
  /** CSV: whether a byte order mark tells spreadsheets that it is UTF-8. */
  readonly hasMark: boolean;
  readonly filter: {
    readonly ids?: readonly string[] | undefined;
    readonly from?: string | undefined;
    readonly until?: string | undefined;
    readonly hasStarted?: boolean | undefined;
    readonly isCompleted?: boolean | undefined;
    readonly variables?: readonly VariableMatchInput[] | undefined;
    readonly search?: string | undefined;
  };
}

/** The writing of results into a file, which goes on after the request that asked for it. */
@Entity({ tableName: 'job' })
@ObjectType({ implements: Node, description: 'The writing of results into a file.' })
export class ExportJob {
  @PrimaryKey({ type: 'text' })
  @Field(() => ID, { description: 'Names the job for as long as it exists.' })
  id: string;

  @ManyToOne({ entity: () => Bot, fieldName: 'bot_id', mapToPk: true })
  @Field(() => ID, { description: 'The bot whose results they are.' })
  botId: string;

  @Property({ type: 'text', nullable: true })
  userId: string | null;

  @Property({ type: 'text' })
  kind: string;

  @Property({ type: 'json', columnType: 'json' })
  input: ExportInput;

  @Property({ type: 'text' })
  @Field(() => JobStatus, { description: 'How far it has come.' })
  status: JobStatus;

  @Property({ type: 'integer', fieldName: 'done' })
  @Field(() => Int, { description: 'How many results are written.' })
  rows: number;

  @Property({ type: 'integer' })
  @Field(() => Int, { description: 'How many there were when it began.' })
  total: number;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, { nullable: true, description: 'Why it failed.' })
  error: string | null;

  /** How long the file is. */
  @Property({ type: 'double precision' })
  bytes: number;

  /** How often a worker took it. */
  @Property({ type: 'integer' })
  attempt: number;

  /** The secret in the address of the file. */
  @Property({ type: 'text' })
  fileToken: string;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  heardAt: Date | null;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was asked for.' })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When it came to its end.' })
  finishedAt: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When the file is thrown away.' })
  expiresAt: Date | null;
}
