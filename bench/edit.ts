import { createDatabase } from './database.js';
import { describeMachine, machineLine } from './machine.js';
import { quantilesOf } from './measure.js';
import { importBot } from './publishBot.js';
import { startServer, type BenchServer } from './server.js';
import type { Later } from './stage.js';

/** Groups and blocks of a flow of about a megabyte of JSON. */
const [GROUPS, BLOCKS] = [250, 10] as const;

/** How many mutations of each kind are timed, after some that are not. */
const [ROUNDS, WARM_UP] = [200, 20] as const;

/**
 * Compares moving one block of a flow of a megabyte with the smallest mutation, which changes nothing: the bytes sent and
 * answered, and the time until the answer, alternately on one connection.
 */
export async function benchEdit(later: Later): Promise<void> {
  console.log(machineLine(describeMachine()));
  const database = await createDatabase();
  later(database.drop);
  const server = await startServer(database.url);
  later(async () => void (await server.stop()));
  const flow = largeFlow();
  const botId = await importBot(server, flow);
  console.log(`the flow has ${JSON.stringify(flow).length} characters`);
  const times: Record<'smallest' | 'move', number[]> = { smallest: [], move: [] };
  const bytes = { sent: 0, answered: 0 };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const smallest = await timed(server, SMALLEST, { input: {} });
    const groupId = `g${(round + WARM_UP) % GROUPS}`;
    const moveBlock = { blockId: 'g7b3', groupId, index: 0 };
    const moved = await timed(server, MOVE, { input: { botId, edits: [{ moveBlock }] } });
    if (round < 0) continue;
    times.smallest.push(smallest.ms);
    times.move.push(moved.ms);
    bytes.sent = Math.max(bytes.sent, moved.sent);
    bytes.answered = Math.max(bytes.answered, moved.answered);
  }
  for (const [name, all] of Object.entries(times)) {
    const quantile = quantilesOf(all);
    const [least, p50, p90] = [0, 0.5, 0.9].map((part) => quantile(part).toFixed(1));
    console.log(`${name}: least ${least} ms, p50 ${p50} ms, p90 ${p90} ms`);
  }
  console.log(`a move sends ${bytes.sent} bytes and answers ${bytes.answered}`);
}

const SMALLEST =
  'mutation ($input: UpdateViewerInput!) { updateViewer(input: $input) { userErrors { message } } }';
const MOVE = `mutation ($input: EditFlowInput!) { editFlow(input: $input) {
  bot { revision } edits inverse conflicts { change { kind } } userErrors { path message } } }`;

interface Timed {
  readonly ms: number;
  readonly sent: number;
  readonly answered: number;
}

async function timed(
  { port, token }: BenchServer,
  query: string,
  variables: object,
): Promise<Timed> {
  const body = JSON.stringify({ query, variables });
  const begun = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body,
  });
  const text = await response.text();
  const ms = performance.now() - begun;
  if (!response.ok || !text.includes('"userErrors":[]')) throw new Error(text.slice(0, 1_000));
  return { ms, sent: Buffer.byteLength(body), answered: Buffer.byteLength(text) };
}

function largeFlow(): object {
  const groups = Array.from({ length: GROUPS }, (_, group) => ({
    id: `g${group}`,
    title: `Group ${group}`,
    graphCoordinates: { x: group * 10, y: 0 },
    blocks: Array.from({ length: BLOCKS }, (__, block) => ({
      id: `g${group}b${block}`,
      type: 'text',
      content: {
        richText: [{ type: 'p', children: [{ text: `Text ${group} ${block} `.repeat(22) }] }],
      },
    })),
  }));
  const start = { id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 } };
  const rest = { edges: [], variables: [], theme: {}, settings: {} };
  return { version: '6', name: 'Large', events: [start], groups, ...rest };
}
