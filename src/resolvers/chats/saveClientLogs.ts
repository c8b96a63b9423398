import { Arg, Ctx, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { reportClientLogs } from '../../chat/clientLogs.js';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { Json } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { MutationInput } from '../mutationInput.js';

const STATUSES = ['success', 'error', 'info'] as const;

/** Lines in one call, and characters in a line, at most. */
const MOST = { lines: 50, characters: 1_000 };

/** A line that a client reports. */
@InputType({ description: 'A line that a client reports.' })
class ClientLogInput {
  @NullableField(() => String, '`success`, `error` or `info`; `error` where it is left out.')
  status?: string | null;

  @Field(() => String, 'What happened, for a person.') description: string;
  @NullableField(() => Json, 'More about it; cut to 1 000 characters.') details?: unknown;
  @NullableField(() => String, 'What the client did meanwhile.') context?: string | null;
}

@InputType()
class SaveClientLogsInput extends MutationInput {
  @Field(() => ID, 'The secret of the chat, from the reply of its start.') sessionId: string;
  @Field(() => [ClientLogInput], 'At most 50 lines.') clientLogs: ClientLogInput[];
}

@ObjectType()
class SaveClientLogsPayload extends Payload {
  @NullableField(() => Int, {
    description: 'How many lines were kept: none of a preview, and 200 of a chat at most.',
  })
  savedCount?: number;
}

/** Stores log lines that a client reports about a chat: actions that failed, or streams that broke off. */
@Resolver()
export class SaveClientLogs {
  @Mutation(() => SaveClientLogsPayload, {
    description: 'Keeps what a client reports of its part of a chat, among the logs of its result.',
  })
  async saveClientLogs(
    @Arg('input', () => SaveClientLogsInput) { sessionId, clientLogs }: SaveClientLogsInput,
    @Ctx() { chats, origin }: Context,
  ): Promise<Partial<SaveClientLogsPayload>> {
    if (clientLogs.length > MOST.lines) {
      throw invalid([{ path: ['clientLogs'], message: `must be ${MOST.lines} lines at most` }]);
    }
    const logs = clientLogs.map((line, index) => ({
      status: statusOf(line, index),
      description: textOf(line.context ? `${line.context}: ${line.description}` : line.description),
      ...(line.details !== undefined && line.details !== null && { details: line.details }),
    }));
    return { savedCount: await reportClientLogs(chats, { sessionId, logs, origin }) };
  }
}

function statusOf({ status }: ClientLogInput, index: number): (typeof STATUSES)[number] {
  const knownStatus = STATUSES.find((candidate) => candidate === (status ?? 'error'));
  if (knownStatus) return knownStatus;
  const path = ['clientLogs', index, 'status'];
  throw invalid([{ path, message: `must be one of ${STATUSES.join(', ')}` }]);
}

/** PostgreSQL can store neither NUL nor lone surrogates. */
function textOf(text: string): string {
  return text.slice(0, MOST.characters).toWellFormed().replaceAll('\0', '');
}
