import { isDeepStrictEqual } from 'node:util';
import type { Flow, FlowEdit, FlowGroup, FlowPart } from '@parley/client';
import { SignedIn } from '@parley/client/dashboard';
import { Client, fetchExchange } from '@urql/core';
import { createClient, type Client as Socket } from 'graphql-ws';
import WebSocket from 'ws';
import { oneOf, type Chance } from './chance.js';
import { Draft } from '../../packages/console/src/draft/draft.js';
import type { DraftSource, Gesture } from '../../packages/console/src/draft/draftSource.js';
import { serverSource } from '../../packages/console/src/draft/serverSource.js';
import { sentencesOf } from './faults.js';
import { until, wait } from './times.js';

/** More groups than this are removed again. */
const MOST_GROUPS = 40;

/** What a person may do next with a flow, as one gesture. */
function editOf(flow: Flow, chance: Chance): readonly FlowEdit[] {
  const [first, ...others] = flow.groups;
  if (!first) return [addGroup(chance)];
  const group = oneOf(chance, [first, ...others]);
  if (flow.groups.length > MOST_GROUPS) return [{ removeGroup: { groupId: group.id } }];
  const [block, ...more] = group.blocks;
  const inGroup = [...ofGroup(flow, group, chance)];
  const inBlock = block ? ofBlock(flow, oneOf(chance, [block, ...more]), chance) : [];
  return oneOf(chance, [[addGroup(chance)], ...inGroup, ...inBlock]);
}

const keyOf = (chance: Chance): string => chance().toString(36).slice(2);

const textBlock = (chance: Chance): FlowPart => ({
  id: `b${keyOf(chance)}`,
  type: 'text',
  content: { richText: [{ type: 'p', children: [{ text: keyOf(chance) }] }] },
});

function addGroup(chance: Chance): FlowEdit {
  const id = keyOf(chance);
  const graphCoordinates = { x: Math.round(chance() * 5_000), y: Math.round(chance() * 5_000) };
  const blocks = [textBlock(chance), textBlock(chance)];
  return { addGroup: { group: { id: `g${id}`, title: id, graphCoordinates, blocks } } };
}

function ofGroup(flow: Flow, group: FlowGroup, chance: Chance): FlowEdit[][] {
  const groupId = group.id;
  const far = flow.groups.slice(0, 1 + Math.floor(chance() * 5));
  const moved = far.map(({ id }) => ({ groupId: id, x: chance() * 5_000, y: chance() * 5_000 }));
  const variable = { id: `v${Math.floor(chance() * 9)}`, name: `n${keyOf(chance)}` };
  return [
    [{ moveGroups: { groups: moved } }],
    [{ renameGroup: { groupId, title: keyOf(chance) } }],
    [{ addBlock: { groupId, block: textBlock(chance), index: 0 } }],
    [{ removeGroup: { groupId } }],
    [{ setVariable: { variable } }],
    [addGroup(chance), addGroup(chance), { renameGroup: { groupId, title: keyOf(chance) } }],
  ];
}

function ofBlock(flow: Flow, block: FlowPart, chance: Chance): FlowEdit[][] {
  const blockId = block.id;
  const to = flow.groups[Math.floor(chance() * flow.groups.length)]?.id ?? '';
  const edge = { id: `e${keyOf(chance)}`, from: { blockId }, to: { groupId: to } };
  const typed = { richText: [{ type: 'p', children: [{ text: keyOf(chance) }] }] };
  const edgeId = flow.edges[Math.floor(chance() * flow.edges.length)]?.id;
  return [
    [{ updateBlock: { blockId, patch: { content: typed } } }],
    [{ updateBlock: { blockId, patch: { content: typed } } }],
    [{ moveBlock: { blockId, groupId: to, index: 0 } }],
    [{ connect: { edge } }],
    [{ removeBlock: { blockId } }],
    ...(edgeId === undefined ? [] : [[{ disconnect: { edgeId } }]]),
  ];
}

/** A bot, and the server that has it. */
export interface Desk {
  readonly url: string;
  readonly token: string;
  readonly botId: string;
}

/** Windows in which a bot is edited at random, as the console does it. */
interface Editors {
  /** Ends the editing, waits until all is stored, and compares. */
  stop(): Promise<EditorsSeen>;
}

/** The outcome. */
interface EditorsSeen {
  readonly figures: Readonly<Record<string, number>>;
  readonly broken: readonly string[];
}

/** What became of the gestures of all windows, by their marks. */
interface Ledger {
  readonly made: Set<string>;
  readonly stored: Set<string>;
  readonly refused: Set<string>;
  /** How often each was reported as stored. */
  readonly reported: Map<string, number>;
  dropped: number;
  reloads: number;
}

/** The longest pause between two gestures, in milliseconds; one of how many gestures is followed by a reload. */
const [THINKS, RELOADS] = [400, 40] as const;
/** A person pauses while more gestures than this wait for the server. */
const MOST_WAITING = 12;
/** How long after the last gesture all windows may take until they agree, in milliseconds. */
const AGREE_WITHIN = 120_000;

/** Opens windows, each of which reaches the server at its own address; `watched` is an address at which nothing is cut. */
export async function openEditors(
  desks: readonly Desk[],
  { chance, watched }: { readonly chance: Chance; readonly watched: Desk },
): Promise<Editors> {
  const ledger: Ledger = {
    ...{ made: new Set(), stored: new Set(), refused: new Set(), reported: new Map() },
    ...{ dropped: 0, reloads: 0 },
  };
  const sockets: Socket[] = [];
  const source = await sourceAt(watched, sockets);
  const over = new AbortController();
  const begun = await source.load();
  const watching = note(source, { after: begun.revision, ledger, signal: over.signal });
  const windows = await Promise.all(
    desks.map(async (desk) => openWindow(await sourceAt(desk, sockets), ledger)),
  );
  const editing = windows.map(async (window) => editOn(window, chance, over.signal));
  return {
    async stop() {
      over.abort();
      await Promise.all(editing);
      const isSame = async (): Promise<boolean> => {
        const { revision } = await source.load();
        return windows.every(({ draft }) => {
          const state = draft().state();
          return state.status === 'saved' && state.revision === revision;
        });
      };
      const agree = await until(isSame, AGREE_WITHIN);
      const stored = await source.load();
      const others = windows.filter(
        ({ draft }) => !isDeepStrictEqual(draft().state().flow, stored.flow),
      );
      for (const { draft } of windows) draft().close();
      await watching(stored.revision);
      // One that connects again when a server ends would keep this process.
      for (const socket of sockets) await socket.dispose();
      return outcomeOf(ledger, { unsaved: agree ? 0 : 1, others: others.length });
    },
  };
}

function outcomeOf(ledger: Ledger, { unsaved, others }: { unsaved: number; others: number }) {
  const { made, stored, refused, reported, dropped, reloads } = ledger;
  const twice = [...reported.values()].filter((count) => count > 1).length;
  const lost = [...stored].filter((mark) => !reported.has(mark)).length;
  const unknown = [...made].filter((mark) => !reported.has(mark) && !refused.has(mark)).length;
  return {
    figures: {
      gestures: made.size,
      stored: reported.size,
      refused: refused.size,
      'dropped with a notice': dropped,
      reloads,
    },
    broken: sentencesOf([
      [unsaved, 'windows did not come to rest'],
      [others, 'windows show another flow than the stored one'],
      [lost, 'acknowledged gestures were lost'],
      [twice, 'gestures were stored twice'],
      [Math.max(0, unknown - dropped), 'gestures were lost without a word'],
    ]),
  };
}

/** Notes which changes are stored; the returned function waits until those up to a revision are noted. */
function note(
  source: DraftSource,
  { after, ledger, signal }: { after: number; ledger: Ledger; signal: AbortSignal },
): (revision: number) => Promise<void> {
  const closing = new AbortController();
  let last = after;
  const reading = (async () => {
    for await (const { revision, mark } of source.watch(after, closing.signal)) {
      last = revision;
      if (mark !== null) ledger.reported.set(mark, (ledger.reported.get(mark) ?? 0) + 1);
    }
  })();
  reading.catch(() => undefined);
  return async (revision) => {
    await until(() => last >= revision && signal.aborted, AGREE_WITHIN);
    closing.abort();
  };
}

/** A window, in which the bot is open. */
interface EditorWindow {
  draft(): Draft;
  reload(): Promise<void>;
}

async function openWindow(unnoted: DraftSource, ledger: Ledger): Promise<EditorWindow> {
  const source = noted(unnoted, ledger);
  let kept: readonly Gesture[] = [];
  let page = 0;
  const open = async (): Promise<Draft> => {
    const own = ++page;
    const opened = new Draft({
      source,
      stored: await insist(async () => source.load()),
      newMark: () => {
        const mark = `mark ${ledger.made.size}`;
        ledger.made.add(mark);
        return mark;
      },
      keep: (unsent) => {
        // A page that is left writes nothing.
        if (own === page) kept = unsent;
      },
    });
    opened.subscribe(() => {
      for (const notice of opened.state().notices) {
        if (notice.includes('dropped')) ledger.dropped += Number(/^\d+/.exec(notice) ?? 1);
        opened.dismiss(notice);
      }
    });
    opened.adopt(kept);
    return opened;
  };
  let draft = await open();
  return {
    draft: () => draft,
    async reload() {
      draft.close();
      draft = await open();
      ledger.reloads += 1;
    },
  };
}

/** A source whose answers are noted. */
function noted(source: DraftSource, { stored, refused }: Ledger): DraftSource {
  return {
    ...source,
    async send(gesture, ifRevision) {
      const sent = await source.send(gesture, ifRevision);
      if (sent.isStale === true) return sent;
      if (sent.refusal === undefined && sent.inverse?.length) stored.add(gesture.mark);
      else refused.add(gesture.mark);
      return sent;
    },
  };
}

async function editOn(window: EditorWindow, chance: Chance, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await wait(chance() * THINKS);
    if (chance() < 1 / RELOADS) await window.reload();
    const draft = window.draft();
    if (draft.state().unsent > MOST_WAITING) continue;
    const way = oneOf(chance, ['edit', 'edit', 'edit', 'edit', 'edit', 'undo', 'redo'] as const);
    if (way === 'edit') draft.edit(editOf(draft.state().flow, chance));
    else draft[way]();
  }
}

/** The draft of a bot, by requests and a socket like those of the console, which is added to the list. */
async function sourceAt({ url, token, botId }: Desk, sockets: Socket[]): Promise<DraftSource> {
  const authorization = `Bearer ${token}`;
  const client = new Client({
    url: `${url}/graphql`,
    preferGetMethod: false,
    exchanges: [fetchExchange],
    fetchOptions: { headers: { authorization } },
  });
  const socket = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    connectionParams: { authorization },
    webSocketImpl: WebSocket,
    retryAttempts: Infinity,
    shouldRetry: () => true,
  });
  sockets.push(socket);
  const userId = await insist(async () => {
    const { data, error } = await client.query(SignedIn, {}).toPromise();
    if (!data) throw error ?? new Error('No answer');
    return data.viewer?.user?.id ?? '';
  });
  return serverSource({ client, socket }, { botId, userId });
}

async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch {
      await wait(100);
    }
  }
}
