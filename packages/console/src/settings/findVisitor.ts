import { ExportVisitor, FindVisitor, type FindVisitorQuery } from '@parley/client/dashboard';
import { ask } from '../app/ask.js';
import { Refused } from '../app/change.js';
import { t } from '../i18n/t.js';
import type { ResultRow } from '../results/cells.js';

/** The place of a bot in the list of the live or the archived ones: the cursor of the one before it. */
interface BotPlace {
  readonly isArchived: boolean;
  readonly after: string | null;
}

/** A result that holds the text. */
export interface Found {
  readonly botId: string;
  readonly botName: string;
  readonly place: BotPlace;
  /** Whether the person may erase it. */
  readonly mayErase: boolean;
  readonly result: ResultRow;
}

/** What is asked for in a request: a page of bots, or more of one bot. */
interface Request extends BotPlace {
  /** The bot that has more; undefined for a page of bots. */
  readonly bot?: { readonly id: string; readonly name: string };
  readonly resultsAfter: string | null;
}

/** A search through the bots of a workspace, as far as it went. */
export interface Search {
  readonly workspaceId: string;
  readonly text: string;
  readonly found: readonly Found[];
  readonly searchedBots: number;
  /** How many live, and how many archived bots there are; null where they are too many to count. */
  readonly counts: readonly [live: number | null, archived: number | null];
  /** The requests that are still to be sent. */
  readonly requests: readonly Request[];
  /** The number of results at which it pauses until the person continues it. */
  readonly pausesAt: number;
}

/** After so many results a search pauses: who finds more usually searches for too little. */
const MANY_FOUND = 1_000;

/** Bots in a request, and results of each; of a bot that has more, results in a request. */
const [BOTS, FEW, MANY] = [50, 5, 100];

/** A search that has not begun. */
export function newSearch(workspaceId: string, text: string): Search {
  const start = { after: null, resultsAfter: null };
  return {
    workspaceId,
    text,
    found: [],
    searchedBots: 0,
    counts: [0, 0],
    requests: [false, true].map((isArchived) => ({ isArchived, ...start })),
    pausesAt: MANY_FOUND,
  };
}

/** Whether a search went through all bots, or pauses because it found many results. */
export function isAtRest({ requests, found, pausesAt }: Search): boolean {
  return requests.length === 0 || found.length >= pausesAt;
}

/** A search that goes on where it stopped. */
export function resumed(search: Search): Search {
  return { ...search, pausesAt: search.found.length + MANY_FOUND };
}

/** Sends the next request of a search. A scan of many results ends after a second: then it goes on in another request. */
export async function sendNext(search: Search): Promise<Search> {
  const { workspaceId, text, requests } = search;
  const [request, ...others] = requests;
  if (!request) return search;
  const { bot, ...place } = request;
  const { workspace } = await ask(FindVisitor, {
    ...{ workspaceId, search: text, ...place },
    ...(bot ? { first: 1, resultsFirst: MANY } : { first: BOTS, resultsFirst: FEW }),
  });
  if (!workspace) return { ...search, requests: [] };
  const { edges, pageInfo, totalCount } = workspace.bots;
  requireSame(bot, edges);
  const read = edges.map((edge, at) => foundIn(edge, { ...place, ...before(edges, at) }));
  const { hasNextPage, endCursor: after } = pageInfo;
  const [live, archived] = search.counts;
  return {
    ...search,
    found: [...search.found, ...read.flatMap(({ found }) => found)],
    searchedBots: search.searchedBots + (bot ? 0 : edges.length),
    counts: request.isArchived ? [live, totalCount] : [totalCount, archived],
    requests: [
      ...read.flatMap(({ more }) => more),
      ...others,
      ...(hasNextPage && !bot ? [{ ...request, after }] : []),
    ],
  };
}

type Edge = NonNullable<FindVisitorQuery['workspace']>['bots']['edges'][number];

/** Throws `Refused` where the place of a bot that is read on has another bot by now. */
function requireSame(bot: Request['bot'], [edge]: readonly Edge[]): void {
  if (bot && edge?.node.id !== bot.id) throw movedSince(bot.name);
}

/** The cursor of the bot before one of a page; nothing for the first, which comes after that of the page. */
function before(edges: readonly Edge[], at: number): { readonly after?: string } {
  const edge = edges[at - 1];
  return edge ? { after: edge.cursor } : {};
}

/** What was found of a bot, and what is to be asked for to find the rest. */
function foundIn({ node: bot }: Edge, { isArchived, after }: BotPlace) {
  const place = { isArchived, after };
  const { nodes, pageInfo } = bot.results;
  const { id, name } = bot;
  const next = { ...place, bot: { id, name }, resultsAfter: pageInfo.endCursor };
  const more = pageInfo.hasNextPage ? [next] : [];
  const mayErase = bot.viewerAccess !== 'READ';
  const named = { botId: id, botName: name, place, mayErase };
  return { found: nodes.map((result): Found => ({ ...named, result })), more };
}

/** A bot leaves its place when it is archived or restored. */
function movedSince(bot: string): Refused {
  return new Refused(
    t('“{bot}” was archived or restored since the search, or its result erased. Search again.', {
      bot,
    }),
  );
}

/** How many results are exported in a request. */
const EXPORTED = 20;

/** Results in parts that are exported in a request each: some of one bot. */
export function partsOf(all: readonly Found[]): readonly (readonly Found[])[] {
  return [...new Set(all.map(({ botId }) => botId))].flatMap((botId) => {
    const own = all.filter((one) => one.botId === botId);
    return own.flatMap((_one, at) => (at % EXPORTED === 0 ? [own.slice(at, at + EXPORTED)] : []));
  });
}

/**
 * All that results of a bot hold, as it is exported, by their ids. Where that is too much for a request, each half is read by itself.
 * Throws `Refused` where one cannot be read any more.
 */
export async function wholesOf(
  workspaceId: string,
  part: readonly Found[],
): Promise<ReadonlyMap<string, unknown>> {
  try {
    return await readWholes(workspaceId, part);
  } catch (error) {
    const isTooMuch = error instanceof Refused && error.reason === 'QUERY_TOO_LARGE';
    if (!isTooMuch || part.length === 1) throw error;
    const half = Math.ceil(part.length / 2);
    const first = await wholesOf(workspaceId, part.slice(0, half));
    return new Map([...first, ...(await wholesOf(workspaceId, part.slice(half)))]);
  }
}

async function readWholes(workspaceId: string, part: readonly Found[]) {
  const [first] = part;
  if (!first) return new Map<string, unknown>();
  const { botId, botName, place } = first;
  const resultIds = part.map(({ result }) => result.id);
  const wanted = { resultIds, count: resultIds.length };
  const { workspace } = await ask(ExportVisitor, { workspaceId, ...place, ...wanted });
  const bot = workspace?.bots.nodes.find(({ id }) => id === botId);
  if (bot?.results.nodes.length !== part.length) throw movedSince(botName);
  const named = { id: botId, name: botName };
  return new Map(
    bot.results.nodes.map((result): [string, unknown] => [result.id, { bot: named, result }]),
  );
}
