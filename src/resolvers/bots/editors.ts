import { z } from 'zod';
import {
  Float,
  Arg,
  Ctx,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Resolver,
  FieldResolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import { issuesIn } from '../../checks/issue.js';
import { invalid } from '../../errors/errors.js';
import { accessBot, signedIn } from '../../auth/access.js';
import { editorsTopic, type Context, type Watch } from '../../context/context.js';
import { BotEditor } from '../../schema/botEditor.js';
import { Field, NullableField } from '../../schema/field.js';
import { Holds } from '../../schema/queryCost.js';
import { Payload } from '../../schema/userError.js';
import {
  listEditors,
  showEditor,
  type EditorShown,
  keepEditor,
  leaveEditor,
  type EditorKey,
} from '../../storage/editors.js';
import { BotInput } from './botPayload.js';
import { assertWindow, followPresence } from '../followPresence.js';
import { User } from '../../schema/user.js';
import { untilLeft, watchAs } from '../watchAs.js';

/** A window of an editor, and the parts of the flow that it shows. */
interface SentPlace {
  readonly clientId?: string | null | undefined;
  readonly groupId?: string | null | undefined;
  readonly blockId?: string | null | undefined;
  readonly field?: string | null | undefined;
}

/** The id of a part, or a path in it. Ids may have up to 1,000 characters; those longer than this limit are not shown to other editors. */
const partId = z
  .string()
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Not an id of a part')
  .nullish();

const placeSchema = z.object({
  clientId: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'Must be 1 to 64 letters, digits, - and _')
    .nullish(),
  groupId: partId,
  blockId: partId,
  field: partId,
});

/** Fails with `VALIDATION` for texts that are too long or cannot be stored. */
export function assertPlace(place: SentPlace): void {
  const { error } = placeSchema.safeParse(place);
  if (error) throw invalid(issuesIn(error));
}

@InputType({ description: 'Which bot you have open, and what you look at in it.' })
class ShowPresenceInput extends BotInput {
  @Field(() => ID, 'The name of your window, as in `editorsOf`: 1 to 64 letters, digits, - and _.')
  clientId: string;

  @NullableField(() => ID, 'The group you look at.') groupId?: string | null;
  @NullableField(() => ID, 'The block you look at.') blockId?: string | null;

  @NullableField(() => String, 'The member of the block that you type in, as in `editorsOf`.')
  field?: string | null;

  @NullableField(() => EditorPointerInput, {
    description:
      'Where you point on the canvas, for 10 seconds; nothing of it is stored. Null: nowhere any more. Absent: as before.',
  })
  pointer?: EditorPointerInput | null;
}

/** Where a pointer is, as it is sent. */
@InputType({ description: 'A place on the canvas of an editor, in pixels at zoom 1.' })
class EditorPointerInput {
  @Field(() => Float, 'From left to right.') x: number;
  @Field(() => Float, 'From top to bottom.') y: number;
}

@ObjectType({ description: 'The payload of showing what you look at.' })
class ShowPresencePayload extends Payload {
  @Holds(10)
  @NullableField(() => [BotEditor], 'Who has the bot open now.')
  editors?: readonly EditorShown[];
}

/** Shows the other editors of a bot what the caller looks at, for 15 seconds unless it is renewed. */
@Resolver()
export class ShowPresence {
  @Mutation(() => ShowPresencePayload, {
    description:
      'Shows the other editors of a bot what you look at: until 15 seconds later, or for as long as `editorsOf` lasts with the same `clientId`.',
  })
  async showPresence(
    @Arg('input', () => ShowPresenceInput, {
      description: 'Which bot you have open, and what you look at in it.',
    })
    { botId, clientId, groupId = null, blockId = null, field = null, pointer }: ShowPresenceInput,
    @Ctx() context: Context,
  ): Promise<Partial<ShowPresencePayload>> {
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId, intent: 'read' });
    assertPlace({ clientId, groupId, blockId, field });
    const { userId } = signedIn(caller);
    const place = { botId, userId, clientId, groupId, blockId, field };
    const outcome = await showEditor(context.pool, place);
    assertWindow(outcome, 'bot');
    if (pointer !== undefined) context.pointers.show(place, pointer);
    if (outcome === 'CHANGED') context.wakeUps.announce(editorsTopic(botId));
    return { editors: await listEditors(context.pool, botId) };
  }
}

/**
 * The people who have a bot open, sent after each change. With a `clientId` the subscriber is listed as long as the subscription lasts; if
 * the server process dies, until the lease ends. The right to read is checked before each read.
 */
@Resolver(() => BotEditor)
export class EditorsOf {
  @Holds(10)
  @Subscription(() => [BotEditor], {
    subscribe: async ({ args, context }: SubscribeResolverData<unknown, Watched, Context>) => {
      const watch = await watchAs(context, editorsTopic(args.botId));
      return untilLeft(watch, follow(context, watch, args));
    },
    description: 'Who has a bot open in an editor: all of them, at first and after each change.',
  })
  editorsOf(
    @Root() editors: BotEditor[],
    @Arg('botId', () => ID, { description: 'The bot.' }) _botId: string,
    @Arg('clientId', () => ID, {
      nullable: true,
      description:
        'The name of your own window, such as a random one: it counts as an editor while the subscription lasts. Absent: you only watch.',
    })
    _clientId?: string | null,
  ): BotEditor[] {
    return editors;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'Who it is; null when they are no longer known.',
  })
  async user(@Root() { userId }: BotEditor, @Ctx() context: Context): Promise<User | null> {
    return (await context.loaders().user.load(userId)) ?? null;
  }
}

/** The arguments, as graphql-js has parsed them. */
interface Watched {
  readonly botId: string;
  readonly clientId?: string | null;
}

async function* follow(
  context: Context,
  watch: Watch,
  { botId, clientId }: Watched,
): AsyncGenerator<EditorNow[], void> {
  const { pool } = context;
  const pointers = context.pointers.follow(botId);
  try {
    yield* followPresence<EditorKey, EditorNow>(context, watch, {
      what: 'bot',
      topic: editorsTopic(botId),
      async own() {
        assertPlace({ clientId });
        const userId = await readerOf(context, botId);
        return typeof clientId === 'string' ? { botId, userId, clientId } : undefined;
      },
      keep: (own) => keepEditor(pool, own),
      leave: (own) => leaveEditor(pool, own),
      async list() {
        const editors = await listEditors(pool, botId);
        return editors.map((editor) => ({ ...editor, pointer: pointers.of(editor) }));
      },
    });
  } finally {
    pointers.close();
  }
}

/** An editor, and where they point. */
type EditorNow = EditorShown & Pick<BotEditor, 'pointer'>;

async function readerOf(context: Context, botId: string): Promise<string> {
  const caller = await context.callerNow();
  await accessBot(context.openUnit(), { caller, botId, intent: 'read' });
  return signedIn(caller).userId;
}
