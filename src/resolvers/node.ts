import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import {
  accessResults,
  botScopesFor,
  callerWith,
  scopesFor,
  maySeeView,
  type BotIntent,
  signedIn,
} from '../auth/access.js';
import { accountScopes } from '../auth/rights.js';
import type { Context } from '../context/context.js';
import { invalid } from '../errors/errors.js';
import type { TokenScope } from '../schema/enums.js';
import { collaboratorId, type Collaborator } from '../schema/collaborator.js';
import { memberId, type Member } from '../schema/member.js';
import { Node } from '../schema/node.js';
import { findBotFor, findWorkspaceFor, mayReadWorkspace } from './findFor.js';
import { findOwnSignIn } from './people/signIns.js';
import { Costs, Holds, STATEMENT } from '../schema/queryCost.js';

/** Ids in a request, at most. */
const MAX_IDS = 100;

/**
 * Loads objects by id alone (https://relay.dev/graphql/objectidentification.htm). Objects that the caller may not read count as missing.
 */
@Resolver()
export class ReadNode {
  @Query(() => Node, {
    nullable: true,
    description: 'One thing by its id; null when there is none that you may read.',
  })
  async node(
    @Arg('id', () => ID, { description: 'Its id.' }) id: string,
    @Ctx() context: Context,
  ): Promise<Found | null> {
    return find(context, id);
  }

  @Holds(MAX_IDS)
  @Costs(12 * STATEMENT)
  @Query(() => [Node], {
    nullable: 'items',
    description: 'Things by their ids, in that order; null for each that you may not read.',
  })
  async nodes(
    @Arg('ids', () => [ID], { description: 'At most 100 ids.' }) ids: string[],
    @Ctx() context: Context,
  ): Promise<(Found | null)[]> {
    if (ids.length > MAX_IDS) {
      throw invalid([{ path: ['ids'], message: `At most ${MAX_IDS} ids at once` }]);
    }
    return Promise.all(ids.map((id) => find(context, id)));
  }
}

/**
 * Loads objects of one type by id, if the caller may read them. A token that has none of `scopes` is refused before anything is loaded;
 * null accepts any token.
 */
interface Finder {
  readonly scopes: readonly TokenScope[] | null;
  find(context: Context, id: string): Promise<Found | null | undefined>;
}

/** The ids of memberships and shares are composed of their keys; they have no column for it. */
type Found = Node | Member | Collaborator;

const inside = scopesFor('read');
const administration = scopesFor('administer');

const finders: Readonly<Record<string, Finder>> = {
  bot: { scopes: botScopesFor('read'), find: (context, id) => findBotFor(context, id, 'read') },
  ver: {
    scopes: botScopesFor('read'),
    find: async (context, id) => ofBot(context, await context.loaders().version.load(id)),
  },
  res: {
    scopes: botScopesFor('readResults'),
    find: async (context, id) => ofBot(context, await context.loaders().result.load(id)),
  },
  job: {
    scopes: botScopesFor('readResults'),
    find: async (context, id) =>
      ofBot(context, await context.loaders().job.load(id), 'readResults'),
  },
  rsv: {
    scopes: botScopesFor('readResults'),
    async find(context, id) {
      const caller = accessResults(await context.caller());
      const view = await ofBot(
        context,
        await context.loaders().resultsView.load(id),
        'readResults',
      );
      return view && maySeeView(caller, view) ? view : null;
    },
  },
  tst: {
    scopes: botScopesFor('read'),
    find: async (context, id) => ofBot(context, await context.loaders().botTest.load(id)),
  },
  ses: {
    scopes: botScopesFor('converse'),
    find: async (context, id) => ofBot(context, await context.loaders().chat.load(id), 'converse'),
  },
  wks: { scopes: scopesFor('see'), find: (context, id) => findWorkspaceFor(context, id, 'see') },
  fld: {
    scopes: inside,
    find: async (context, id) => inWorkspace(context, await context.loaders().folder.load(id)),
  },
  dom: {
    scopes: inside,
    find: async (context, id) =>
      inWorkspace(context, await context.loaders().customDomain.load(id)),
  },
  tok: {
    scopes: accountScopes.read,
    async find(context, id) {
      const token = await context.loaders().apiToken.load(id);
      const isTheirs = token && token.userId === (await context.caller())?.userId;
      return isTheirs && token.kind === 'API' && token.revokedAt === null ? token : null;
    },
  },
  sgn: { scopes: accountScopes.read, find: findOwnSignIn },
  inv: {
    scopes: inside,
    find: async (context, id) => inWorkspace(context, await context.loaders().invitation.load(id)),
  },
  crd: {
    scopes: inside,
    find: async (context, id) =>
      inWorkspace(context, await context.loaders().oneCredentials.load(id)),
  },
  whk: {
    scopes: administration,
    find: async (context, id) => ofAdmin(context, await context.loaders().webhook.load(id)),
  },
  cnr: {
    scopes: scopesFor('attend'),
    async find(context, id) {
      const reply = await context.loaders().cannedReply.load(id);
      return reply && (await findWorkspaceFor(context, reply.workspaceId, 'attend')) ? reply : null;
    },
  },
  chv: {
    scopes: scopesFor('attend'),
    async find(context, id) {
      const caller = signedIn(await context.caller());
      const view = await context.loaders().chatsView.load(id);
      if (!view || !maySeeView(caller, view)) return null;
      return (await findWorkspaceFor(context, view.workspaceId, 'attend')) ? view : null;
    },
  },
  mem: {
    scopes: inside,
    async find(context, id) {
      const workspaceId = ownerIn(id);
      if (!(await mayReadWorkspace(context, workspaceId))) return null;
      const members = await context.loaders().members.load(workspaceId);
      return members.find((member) => memberId(member) === id);
    },
  },
  col: {
    scopes: botScopesFor('share'),
    async find(context, id) {
      const botId = ownerIn(id);
      if (!(await findBotFor(context, botId, 'share'))) return null;
      const all = await context.loaders().collaborators.load(botId);
      return all.find((collaborator) => collaboratorId(collaborator) === id);
    },
  },
  whd: {
    scopes: administration,
    async find(context, id) {
      const delivery = await context.loaders().webhookDelivery.load(id);
      const webhook = delivery && (await context.loaders().webhook.load(delivery.webhookId));
      return (await ofAdmin(context, webhook)) && delivery;
    },
  },
  usr: {
    // People can load themselves with any token, and nobody else.
    scopes: null,
    find: async ({ caller, loaders }, id) =>
      (await caller())?.userId === id ? loaders().user.load(id) : null,
  },
};

/** For ids without a known prefix: callers may choose the ids of theme templates. */
const themeTemplates: Finder = {
  scopes: inside,
  find: async (context, id) => inWorkspace(context, await context.loaders().themeTemplate.load(id)),
};

/** The first part of a composed id: the workspace of a membership, or the bot of a share. */
function ownerIn(id: string): string {
  return id.slice('mem_'.length).split('.')[0] ?? '';
}

async function find(context: Context, id: string): Promise<Found | null> {
  const caller = await context.caller();
  if (!caller) return null;
  const prefix = id.slice(0, id.indexOf('_'));
  const byPrefix = Object.hasOwn(finders, prefix) ? finders[prefix] : undefined;
  const finder = byPrefix ?? themeTemplates;
  if (finder.scopes) callerWith(caller, finder.scopes);
  return (await finder.find(context, id)) ?? null;
}

async function ofBot<T extends Node & { readonly botId: string }>(
  context: Context,
  thing: T | undefined,
  intent: BotIntent = 'read',
): Promise<T | null> {
  return thing && (await findBotFor(context, thing.botId, intent)) ? thing : null;
}

async function inWorkspace<T extends Node & { readonly workspaceId: string }>(
  context: Context,
  thing: T | undefined,
): Promise<T | null> {
  return thing && (await mayReadWorkspace(context, thing.workspaceId)) ? thing : null;
}

async function ofAdmin<T extends Node & { readonly workspaceId: string }>(
  context: Context,
  thing: T | undefined,
): Promise<T | null> {
  return thing && (await findWorkspaceFor(context, thing.workspaceId, 'administer')) ? thing : null;
}
