import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import {
  accessAccount,
  accessBot,
  accessResults,
  accessWorkspace,
  type Intent,
} from '../auth/access.js';
import type { Context } from '../context.js';
import { invalid } from '../errors.js';
import { ApiToken } from '../schema/apiToken.js';
import { Credentials } from '../schema/credentials.js';
import { CustomDomain } from '../schema/customDomain.js';
import { Invitation } from '../schema/invitation.js';
import { Node } from '../schema/node.js';
import { Result } from '../schema/result.js';
import { ThemeTemplate } from '../schema/themeTemplate.js';
import { accessJob } from './exports/accessJob.js';
import { orNull } from './orNull.js';
import { Costs, Holds, STATEMENT } from '../schema/queryCost.js';

/** How many things may be asked for at once. */
const MOST = 100;

/** Things by their ids alone (Relay's object identification). What is foreign is as absent as what is missing. */
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

/** How a thing is found, by what its id begins with. Each asks for the right to read before it shows anything. */
type Find = (context: Context, id: string) => Promise<Node | null | undefined>;

const finders: Readonly<Record<string, Find>> = {
  bot: readBot,
  async ver({ loaders, ...context }, id) {
    const version = await loaders().version.load(id);
    return version && (await readBot({ loaders, ...context }, version.botId)) && version;
  },
  async res(context, id) {
    accessResults(await context.caller());
    const result = await context.openUnit().findOne(Result, { id });
    return result && (await readBot(context, result.botId)) && result;
  },
  async job(context, id) {
    return orNull(accessJob(context, await context.caller(), id));
  },
  wks: seeWorkspace,
  async fld(context, id) {
    return inWorkspace(context, await context.loaders().folder.load(id));
  },
  async dom(context, id) {
    return inWorkspace(context, await context.openUnit().findOne(CustomDomain, { id }));
  },
  async tok(context, id) {
    const { userId } = accessAccount(await context.caller(), 'read');
    const theirs = { id, userId, kind: 'API', revokedAt: null } as const;
    return context.openUnit().findOne(ApiToken, theirs);
  },
  async inv(context, id) {
    const invitation = await context.openUnit().findOne(Invitation, { id });
    return inWorkspace(context, invitation);
  },
  async crd(context, id) {
    return inWorkspace(context, await context.openUnit().findOne(Credentials, { id }));
  },
  async usr({ caller, loaders }, id) {
    return (await caller())?.userId === id ? loaders().user.load(id) : null;
  },
};

async function find(context: Context, id: string): Promise<Node | null> {
  const caller = await context.caller();
  if (!caller) return null;
  const prefix = id.slice(0, id.indexOf('_'));
  const byPrefix = Object.hasOwn(finders, prefix) ? finders[prefix] : undefined;
  return (await (byPrefix ?? findThemeTemplate)(context, id)) ?? null;
}

/** Theme templates may have ids their makers chose. */
async function findThemeTemplate(context: Context, id: string): Promise<Node | null | undefined> {
  return inWorkspace(context, await context.openUnit().findOne(ThemeTemplate, { id }));
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
