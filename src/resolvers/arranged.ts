import { ArgsType } from 'type-graphql';
import { Field, NullableField } from '../schema/field.js';
import { NamedOrder } from '../schema/orders.js';
import { ShortText } from '../schema/scalars.js';
import { orderOf } from './orderedPage.js';

/** The arguments of a list that is returned whole: which entries, and in which order. */
@ArgsType()
export class ArrangedArgs {
  @NullableField(() => ShortText, 'A part of the name, in any case.') search?: string | null;

  @Field(() => NamedOrder, {
    defaultValue: NamedOrder.CREATED_AT_ASC,
    description: 'What they are sorted by.',
  })
  orderBy: NamedOrder;
}

/** Compares names as lists in the database do (`BY_NAME` in storage/page.ts). */
const names = new Intl.Collator('und');

/** The entries of a whole list that the arguments select, in their order. `list` is in the order in which they came. */
export function arranged<T>(
  list: readonly T[],
  { search, orderBy }: ArrangedArgs,
  nameOf: (entry: T) => string,
): T[] {
  const text = search?.toLowerCase() ?? '';
  const found = list.filter((entry) => nameOf(entry).toLowerCase().includes(text));
  const { by, isUpward } = orderOf<'CREATED_AT' | 'NAME'>(orderBy);
  const upward =
    by === 'NAME' ? found.toSorted((a, b) => names.compare(nameOf(a), nameOf(b))) : found;
  return isUpward ? upward : upward.toReversed();
}
