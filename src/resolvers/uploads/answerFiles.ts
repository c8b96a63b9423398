import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Answer } from '../../schema/answer.js';
import { FileVisibility } from '../../schema/enums.js';
import { File } from '../../schema/file.js';
import { Holds } from '../../schema/queryCost.js';

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
