import { ArgsType } from 'type-graphql';
import { Field, NullableField } from '../../schema/field.js';
import { FileOrder } from '../../schema/orders.js';
import type { File, FileConnection } from '../../schema/file.js';
import { ShortText } from '../../schema/scalars.js';
import type { FileColumn, FileQuery } from '../../storage/fileLists.js';
import type { Page } from '../../storage/page.js';
import { loadOrdered, orderOf, placeInCursor, placeText } from '../orderedPage.js';
import { PageArgs, connectionFrom, sliceOf } from '../pageArgs.js';

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
