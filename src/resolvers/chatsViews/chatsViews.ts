import {
  Ctx,
  FieldResolver,
  Resolver,
  Root,
  Arg,
  ID,
  InputType,
  Mutation,
  ObjectType,
} from 'type-graphql';
import { signedIn, accessWorkspace, maySeeView } from '../../auth/access.js';
import type { Caller } from '../../auth/caller.js';
import type { Context } from '../../context/context.js';
import { ChatsView } from '../../schema/chatsView.js';
import { Holds } from '../../schema/queryCost.js';
import { Workspace } from '../../schema/workspace.js';
import { findWorkspaceFor } from '../findFor.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { invalid } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { ChatsOrder } from '../../schema/inboxEnums.js';
import { SavedChatsFilterScalar, type SavedChatsFilter } from '../../schema/savedChatsFilter.js';
import { Name } from '../../schema/scalars.js';
import { Payload } from '../../schema/userError.js';
import { newId } from '../../storage/newId.js';
import type { Unit } from '../../storage/orm.js';
import { chatsViews, MOST_VIEWS } from '../../storage/savedViews.js';
import { MutationInput } from '../mutationInput.js';
import { DeletePayload } from '../deletePayload.js';

/** The views of the inbox of a workspace, for its members. */
@Resolver(() => Workspace)
export class WorkspaceChatsViews {
  @Holds(20)
  @FieldResolver(() => [ChatsView], {
    nullable: true,
    description:
      'Views of its inbox, your own and shared ones, oldest first: at most 50 of each; for members who may answer in chats.',
  })
  async chatsViews(
    @Root() { id: workspaceId }: Workspace,
    @Ctx() context: Context,
  ): Promise<ChatsView[] | null> {
    if (!(await findWorkspaceFor(context, workspaceId, 'attend'))) return null;
    const { userId } = signedIn(await context.caller());
    return context.loaders().chatsViews.load({ userId, workspaceId });
  }
}

/** The field of a view that depends on the caller. */
@Resolver(() => ChatsView)
export class ChatsViewFields {
  @FieldResolver(() => Boolean, { description: 'Whether you saved it first.' })
  async isOwn(@Root() { userId }: ChatsView, @Ctx() context: Context): Promise<boolean> {
    return userId === signedIn(await context.caller()).userId;
  }
}

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

/** A view of an inbox that the caller sees, or `CHATS_VIEW_NOT_FOUND`. */
async function findView(
  unit: Unit,
  id: string,
  { caller, workspaceId }: { readonly caller: Caller | undefined; readonly workspaceId: string },
): Promise<ChatsView> {
  const view = await chatsViews.find(unit, id);
  if (view?.workspaceId === workspaceId && maySeeView(signedIn(caller), view)) return view;
  throw commonFailure('CHATS_VIEW_NOT_FOUND');
}

function newView(workspaceId: string, userId: string): ChatsView {
  const now = new Date();
  const empty = { name: '', filter: {}, orderBy: ChatsOrder.LATEST, isShared: false };
  return { id: newId('chv'), workspaceId, userId, ...empty, createdAt: now, updatedAt: now };
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

@InputType({ description: 'Which view to delete.' })
class DeleteChatsViewInput extends MutationInput {
  @Field(() => ID, 'The workspace it is of.') workspaceId: string;
  @Field(() => ID, 'The view.') chatsViewId: string;
}

/** Saves and deletes views of the inbox. */
@Resolver()
export class ChatsViewMutations {
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
    const known = typeof id === 'string' ? await findView(unit, id, { caller, workspaceId }) : null;
    const view = known ?? newView(workspaceId, userId);
    const chatsView = await chatsViews.save(unit, { view, userId }, (stored) => {
      if (known && !stored) throw commonFailure('CHATS_VIEW_NOT_FOUND');
      return changed(stored ?? view, input);
    });
    if (!chatsView) throw tooMany();
    return { chatsView, workspace };
  }

  @Mutation(() => DeletePayload, {
    description: 'Deletes a view of the inbox of a workspace: your own, or a shared one.',
  })
  async deleteChatsView(
    @Arg('input', () => DeleteChatsViewInput, { description: 'Which view.' })
    { workspaceId, chatsViewId: id }: DeleteChatsViewInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    await accessWorkspace(unit, { caller, workspaceId, intent: 'attend' });
    const { userId } = signedIn(caller);
    await findView(unit, id, { caller, workspaceId });
    if (!(await chatsViews.delete(unit, { id, userId })))
      throw commonFailure('CHATS_VIEW_NOT_FOUND');
    return { deletedId: id, workspaceId };
  }
}
