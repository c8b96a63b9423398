import {
  ArgsType,
  Args,
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  Arg,
  ID,
  InputType,
  Mutation,
} from 'type-graphql';
import { Field, NullableField } from '../../schema/field.js';
import { FileOrder } from '../../schema/orders.js';
import { File, FileConnection } from '../../schema/file.js';
import { ShortText } from '../../schema/scalars.js';
import type { FileColumn, FileQuery } from '../../storage/fileLists.js';
import type { Page } from '../../storage/page.js';
import { loadOrdered, orderOf, placeInCursor, placeText } from '../orderedPage.js';
import { PageArgs, connectionFrom, sliceOf } from '../pageArgs.js';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { Costs, STATEMENT, Holds } from '../../schema/queryCost.js';
import { Answer } from '../../schema/answer.js';
import { FileVisibility } from '../../schema/enums.js';
import { accessBot, accessWorkspace } from '../../auth/access.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { deleteFile, findFile, isOfMembers } from '../../storage/files.js';
import type { Unit } from '../../storage/orm.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';
import { orNull } from '../findFor.js';

/** The arguments of a list of files. */
@ArgsType()
export class FilesArgs extends PageArgs {
  @NullableField(() => ShortText, 'A part of the name, in any case.') search?: string | null;

  @Field(() => FileOrder, {
    defaultValue: FileOrder.CREATED_AT_DESC,
    description: 'What they are sorted by; a cursor is valid for one order.',
  })
  orderBy: FileOrder;
}

/** The value by which a file is sorted, as the text in a cursor. */
const VALUE_OF: Readonly<Record<FileColumn, (file: File) => string>> = {
  CREATED_AT: ({ id }) => id,
  NAME: ({ name }) => name,
  BYTES: ({ bytes }) => String(bytes),
};

/** The requested page of files, which `load` reads. */
export async function filesShown(
  { search, orderBy, ...page }: FilesArgs,
  load: (query: FileQuery) => Promise<Page<File>>,
): Promise<FileConnection> {
  const order = orderOf<FileColumn>(orderBy);
  const { by } = order;
  const listed = await loadOrdered(order, sliceOf(page, placeInCursor(by)), (slice) =>
    load({ search: search ?? undefined, by, slice }),
  );
  return connectionFrom(listed, placeText(by, VALUE_OF[by]));
}

/** The files that members uploaded for a bot, for callers who may read the bot. */
@Resolver(() => Bot)
export class BotFiles {
  @Costs(STATEMENT)
  @FieldResolver(() => FileConnection, {
    description: 'The files that were uploaded for it by `createFileUpload`.',
  })
  async files(
    @Root() { id: of }: Bot,
    @Args(() => FilesArgs) args: FilesArgs,
    @Ctx() context: Context,
  ): Promise<FileConnection> {
    return filesShown(args, (query) => context.loaders().filesOfBot.load({ of, query }));
  }
}

/** The uploaded files to which an answer refers. */
@Resolver(() => Answer)
export class AnswerFiles {
  @Holds(10)
  @FieldResolver(() => [File], {
    description: 'The files that were uploaded for it, oldest first; files at other servers aside.',
  })
  async files(
    @Root() { resultId, content, attachedFileUrls }: Answer,
    @Ctx() context: Context,
  ): Promise<File[]> {
    const named = [content, ...(attachedFileUrls ?? [])];
    const files = await context.loaders().filesOfResult.load(resultId);
    return files.filter(({ id }) => named.some((text) => text.includes(id)));
  }
}

/** The address of a file, for callers who may read it. */
@Resolver(() => File)
export class FileFields {
  @FieldResolver(() => String, {
    description: 'Its address; of a private file one that holds an hour for whoever has it.',
  })
  async url(@Root() file: File, @Ctx() { files, addressForCaller }: Context): Promise<string> {
    const isPrivate = file.visibility === FileVisibility.PRIVATE;
    const start = addressForCaller();
    return isPrivate ? files.signedAddressOf(file, start) : files.addressOf(file, start);
  }
}

@InputType({ description: 'Which file.' })
class DeleteFileInput extends MutationInput {
  @Field(() => ID, 'The file.') fileId: string;
}

/** Deletes a file that a member uploaded. */
@Resolver()
export class DeleteFile {
  @Mutation(() => DeletePayload, {
    description:
      'Deletes a file of a bot or a workspace, for callers who may change that. Files of chats are deleted with their results.',
  })
  async deleteFile(
    @Arg('input', () => DeleteFileInput, { description: 'Which file.' })
    { fileId }: DeleteFileInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const file = await findFile(unit, fileId);
    const owner = await orNull(accessOwner(unit, context, file));
    if (!owner) throw commonFailure('FILE_NOT_FOUND');
    await deleteFile(unit, fileId);
    const { workspaceId = null, botId = null } = file ?? {};
    return { deletedId: fileId, workspaceId, botId };
  }
}

/**
 * Loads the bot or workspace of a file that a member uploaded. For any other file the check runs with an empty id and fails the same way.
 */
async function accessOwner(unit: Unit, context: Context, file: File | null): Promise<object> {
  const caller = await context.caller();
  const { botId, workspaceId } = file && isOfMembers(file) ? file : NOTHING;
  return botId === null
    ? accessWorkspace(unit, { caller, workspaceId, intent: 'write' })
    : accessBot(unit, { caller, botId, intent: 'write', archive: 'either' });
}

const NOTHING = { botId: null, workspaceId: '' };
