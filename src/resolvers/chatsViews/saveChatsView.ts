import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessWorkspace, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { invalid } from '../../errors/errors.js';
import { ChatsView } from '../../schema/chatsView.js';
import { Field, NullableField } from '../../schema/field.js';
import { ChatsOrder } from '../../schema/inboxEnums.js';
import { SavedChatsFilterScalar, type SavedChatsFilter } from '../../schema/savedChatsFilter.js';
import { Name } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { Workspace } from '../../schema/workspace.js';
import { findChatsView, newChatsViewId, saveChatsView } from '../../storage/chatsViews.js';
import { MOST_VIEWS } from '../../storage/resultsViews.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'The view to save; absent members stay as they are.' })
class SaveChatsViewInput extends MutationInput {
  @Field(() => ID, 'The workspace whose inbox it shows.') workspaceId: string;
  @NullableField(() => ID, 'The view to change; absent: a new one.') chatsViewId?: string | null;
  @NullableField(() => Name, 'What to call it; a new one needs it.') name?: string | null;

  @NullableField(() => SavedChatsFilterScalar, {
    description: 'Its filter, replaced as a whole; a new one: all chats.',
  })
  filter?: SavedChatsFilter | null;

  @NullableField(() => ChatsOrder, 'Its order; a new one: the latest.') orderBy?: ChatsOrder | null;

  @NullableField(() => Boolean, {
    description:
      'Whether everybody is to see it, and may change it, who may answer in chats; a new one: no.',
  })
  isShared?: boolean | null;
}

@ObjectType({ description: 'The payload of saving a view.' })
class ChatsViewPayload extends Payload {
  @NullableField(() => ChatsView, 'The view as it is now.') chatsView?: ChatsView;
  @NullableField(() => Workspace, 'The workspace, with its views.') workspace?: Workspace;
}

/** Creates or changes a view of the inbox. */
@Resolver()
export class SaveChatsView {
  @Mutation(() => ChatsViewPayload, {
    description:
      'Saves a view of the inbox of a workspace: creates one of your own, or changes one of yours or a shared one.',
  })
  async saveChatsView(
    @Arg('input', () => SaveChatsViewInput, { description: 'The view to save.' })
    input: SaveChatsViewInput,
    @Ctx() context: Context,
  ): Promise<Partial<ChatsViewPayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    const { workspaceId, chatsViewId: id } = input;
    const workspace = await accessWorkspace(unit, { caller, workspaceId, intent: 'attend' });
    const { userId } = signedIn(caller);
    const known =
      typeof id === 'string' ? await findChatsView(unit, { id, workspaceId, userId }) : undefined;
    if (known === null) throw commonFailure('CHATS_VIEW_NOT_FOUND');
    const view = known ?? newView(workspaceId, userId);
    const chatsView = await saveChatsView(unit, { view, userId }, (stored) => {
      if (known && !stored) throw commonFailure('CHATS_VIEW_NOT_FOUND');
      return changed(stored ?? view, input);
    });
    if (!chatsView) throw tooMany();
    return { chatsView, workspace };
  }
}

function newView(workspaceId: string, userId: string): ChatsView {
  const now = new Date();
  const empty = { name: '', filter: {}, orderBy: ChatsOrder.LATEST, isShared: false };
  return { id: newChatsViewId(), workspaceId, userId, ...empty, createdAt: now, updatedAt: now };
}

function changed(view: ChatsView, input: SaveChatsViewInput): ChatsView {
  const { id, workspaceId, userId, createdAt } = view;
  const name = input.name ?? view.name;
  if (name === '') throw invalid([{ path: ['name'], message: 'A new view needs a name' }]);
  return {
    ...{ id, workspaceId, userId, createdAt, name },
    filter: input.filter ?? view.filter,
    orderBy: input.orderBy ?? view.orderBy,
    isShared: input.isShared ?? view.isShared,
    updatedAt: new Date(),
  };
}

function tooMany() {
  const message = `A person can have ${MOST_VIEWS} views of an inbox, and ${MOST_VIEWS} can be shared; delete one that is not needed`;
  return invalid([{ path: ['workspaceId'], message }]);
}
