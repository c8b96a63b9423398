import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import {
  accessBot,
  accessWorkspace,
  botScopesFor,
  callerWith,
  scopesFor,
  type Intent,
} from '../auth/access.js';
import { accountScopes } from '../auth/rights.js';
import type { Context } from '../context/context.js';
import { invalid } from '../errors/errors.js';
import { ApiToken } from '../schema/apiToken.js';
import { Credentials } from '../schema/credentials.js';
import { CustomDomain } from '../schema/customDomain.js';
import type { TokenScope } from '../schema/enums.js';
import { Invitation } from '../schema/invitation.js';
import { Node } from '../schema/node.js';
import { Result } from '../schema/result.js';
import { ThemeTemplate } from '../schema/themeTemplate.js';
import { accessJob } from './exports/accessJob.js';
import { orNull } from './orNull.js';
import { Costs, Holds, STATEMENT } from '../schema/queryCost.js';

/** The maximum number of ids in a request. */
const MOST = 100;

/**
 * Objects by their ids alone (https://relay.dev/graphql/objectidentification.htm). Those of others look like missing
 * ones.
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
  ): Promise<Node | null> {
    return find(context, id);
  }

  @Holds(MOST)
  @Costs(MOST * STATEMENT)
  @Query(() => [Node], {
    nullable: 'items',
    description: 'Things by their ids, in that order; null for each that you may not read.',
  })
  async nodes(
    @Arg('ids', () => [ID], { description: 'At most 100 ids.' }) ids: string[],
    @Ctx() context: Context,
  ): Promise<(Node | null)[]> {
    if (ids.length > MOST) {
      throw invalid([{ path: ['ids'], message: `At most ${MOST} ids at once` }]);
    }
    return Promise.all(ids.map((id) => find(context, id)));
  }
}

/**
 * Loads objects of one sort by id, if the caller may read them. A token that has none of `scopes` is refused before
 * anything is loaded; null accepts any token.
 */
interface Finder {
  readonly scopes: readonly TokenScope[] | null;
  find(context: Context, id: string): Promise<Node | null | undefined>;
}

const inside = scopesFor('read');

const finders: Readonly<Record<string, Finder>> = {
  bot: { scopes: botScopesFor('read'), find: readBot },
  ver: {
    scopes: botScopesFor('read'),
    async find({ loaders, ...context }, id) {
      const version = await loaders().version.load(id);
      return version && (await readBot({ loaders, ...context }, version.botId)) && version;
    },
  },
  res: {
    scopes: botScopesFor('readResults'),
    async find(context, id) {
      const result = await context.openUnit().findOne(Result, { id });
      return result && (await readBot(context, result.botId)) && result;
    },
  },
  job: {
    scopes: botScopesFor('readResults'),
    find: async (context, id) => orNull(accessJob(context, await context.caller(), id)),
  },
  wks: { scopes: scopesFor('see'), find: seeWorkspace },
  fld: {
    scopes: inside,
    find: async (context, id) => inWorkspace(context, await context.loaders().folder.load(id)),
  },
  dom: {
    scopes: inside,
    find: async (context, id) =>
      inWorkspace(context, await context.openUnit().findOne(CustomDomain, { id })),
  },
  tok: {
    scopes: accountScopes.read,
    async find(context, id) {
      const userId = (await context.caller())?.userId ?? '';
      const theirs = { id, userId, kind: 'API', revokedAt: null } as const;
      return context.openUnit().findOne(ApiToken, theirs);
    },
  },
  inv: {
    scopes: inside,
    find: async (context, id) =>
      inWorkspace(context, await context.openUnit().findOne(Invitation, { id })),
  },
  crd: {
    scopes: inside,
    find: async (context, id) =>
      inWorkspace(context, await context.openUnit().findOne(Credentials, { id })),
  },
  usr: {
    // People see themselves with any token, and nobody else.
    scopes: null,
    find: async ({ caller, loaders }, id) =>
      (await caller())?.userId === id ? loaders().user.load(id) : null,
  },
};

/** Used for ids without a known prefix: those of theme templates may be chosen by callers. */
const themeTemplates: Finder = {
  scopes: inside,
  find: async (context, id) =>
    inWorkspace(context, await context.openUnit().findOne(ThemeTemplate, { id })),
};

async function find(context: Context, id: string): Promise<Node | null> {
  const caller = await context.caller();
  if (!caller) return null;
  const prefix = id.slice(0, id.indexOf('_'));
  const byPrefix = Object.hasOwn(finders, prefix) ? finders[prefix] : undefined;
  const finder = byPrefix ?? themeTemplates;
  if (finder.scopes) callerWith(caller, finder.scopes);
  return (await finder.find(context, id)) ?? null;
}

async function readBot(context: Context, botId: string): Promise<Node | null> {
  const caller = await context.caller();
  return orNull(accessBot(context.openUnit(), { caller, botId, intent: 'read' }));
}

async function seeWorkspace(
  context: Context,
  workspaceId: string,
  intent: Intent = 'see',
): Promise<Node | null> {
  const caller = await context.caller();
  return orNull(accessWorkspace(context.openUnit(), { caller, workspaceId, intent }));
}

async function inWorkspace<T extends Node & { readonly workspaceId: string }>(
  context: Context,
  thing: T | null | undefined,
): Promise<T | null> {
  return thing && (await seeWorkspace(context, thing.workspaceId, 'read')) ? thing : null;
}
