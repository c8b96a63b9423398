import { Arg, Ctx, Float, ID, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { isJsonRecord, type JsonRecord } from '../../engine/index.js';
import { invalid } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { Costs, HoldsOnePage, STATEMENT } from '../../schema/queryCost.js';
import { Json, ShortText } from '../../schema/scalars.js';
import { openForForms } from '../credentials/credentials.js';

@ObjectType({ description: 'The price of a model, in US dollars.' })
class ModelPrice {
  @NullableField(() => Float, 'For a million tokens of input.') prompt?: number | undefined;
  @NullableField(() => Float, 'For a million tokens of output.') completion?: number | undefined;
}

@ObjectType({ description: 'Something that a member can be, as the service lists it.' })
class FieldOption {
  @Field(() => String, 'What is stored.') value: string;
  @Field(() => String, 'Its name for people.') label: string;

  @NullableField(() => ModelPrice, {
    description: 'Of a model, where this server knows the price: `AI_PRICES` adds others.',
  })
  price?: ModelPrice | undefined;
}

@ObjectType({ description: 'What a member can be.' })
class FieldOptions {
  @HoldsOnePage
  @Field(() => [FieldOption], 'A page of the options.')
  options: readonly FieldOption[];

  @Field(() => Int, 'How many fit the search.') totalCount: number;
  @Field(() => Boolean, 'Whether there are more after this page.') hasMore: boolean;

  @NullableField(() => String, {
    description:
      'Why there are none, and what to do, in one sentence; null where the service answered.',
  })
  error: string | null;
}

/** The most options in a page. */
const MOST = 200;

/** What a member of a block can be, as its service lists it. */
@Resolver()
export class ReadFieldOptions {
  @Costs(STATEMENT)
  @Query(() => FieldOptions, {
    description:
      'What a member of a block can be, as the service lists it with these credentials: models, voices, sheets, columns. `FieldDescription.listedBy` says for which members. A list is kept for a minute.',
  })
  async fieldOptions(
    @Arg('workspaceId', () => ID, { description: 'The workspace of the credentials.' })
    workspaceId: string,
    @Arg('type', () => ShortText, { description: 'The type of the block.' }) type: string,
    @Arg('path', () => ShortText, { description: 'The path of the member.' }) path: string,
    @Arg('credentialsId', () => ID, { description: 'The account to ask with.' })
    credentialsId: string,
    @Arg('values', () => Json, {
      nullable: true,
      description: 'What the form holds of the members in `listedBy`, by their paths.',
    })
    values: unknown,
    @Arg('search', () => ShortText, { nullable: true, description: 'Only those with this text.' })
    search: string | null | undefined,
    @Arg('first', () => Int, { defaultValue: 50, description: 'How many, 200 at most.' })
    first: number,
    @Arg('skip', () => Int, { defaultValue: 0, description: 'How many to leave out before them.' })
    skip: number,
    @Ctx() context: Context,
  ): Promise<FieldOptions> {
    const { credentials, open } = await openForForms(context, { workspaceId, credentialsId });
    const key = `${credentialsId} ${credentials.updatedAt.getTime()}`;
    const asked = { type, path, values: textsByName(isJsonRecord(values) ? values : {}), key };
    try {
      const listed = await context.accounts.listOptions(asked, open);
      if (listed) return pageOf(listed, { search: search ?? '', first, skip });
    } catch (error) {
      return { ...NONE, error: error instanceof Error ? error.message : String(error) };
    }
    throw invalid([{ path: ['path'], message: 'No service lists what this member can be' }]);
  }
}

const NONE = { options: [], totalCount: 0, hasMore: false };

/** The texts of a form by the last names of their paths; longer ones are no ids. */
function textsByName(values: JsonRecord): Record<string, string> {
  const texts = Object.entries(values).flatMap(([path, value]) =>
    typeof value === 'string' && value.length <= 500
      ? [[path.replace(/^.*[.]/, ''), value] as const]
      : [],
  );
  return Object.fromEntries(texts);
}

interface Page {
  readonly search: string;
  readonly first: number;
  readonly skip: number;
}

function pageOf(listed: readonly FieldOption[], { search, first, skip }: Page): FieldOptions {
  const wanted = search.toLowerCase();
  const found = listed.filter(({ value, label }) =>
    `${value} ${label}`.toLowerCase().includes(wanted),
  );
  const start = Math.max(skip, 0);
  const end = start + Math.min(Math.max(first, 0), MOST);
  return {
    options: found.slice(start, end),
    totalCount: found.length,
    hasMore: end < found.length,
    error: null,
  };
}
