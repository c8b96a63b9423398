import { Float, Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot, signedIn } from '../../auth/access.js';
import { editorsTopic, type Context } from '../../context/context.js';
import { BotEditor } from '../../schema/botEditor.js';
import { Field, NullableField } from '../../schema/field.js';
import { Holds } from '../../schema/queryCost.js';
import { Payload } from '../../schema/userError.js';
import { listEditors, showEditor, type EditorShown } from '../../storage/editors.js';
import { BotInput } from './botPayload.js';
import { assertWindow } from '../followPresence.js';
import { assertPlace } from './editorPlace.js';

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
