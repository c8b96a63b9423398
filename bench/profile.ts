import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { openCallers } from './compare.js';
import { sample } from './measure.js';
import type { Options } from './options.js';
import { publishBot } from './publishBot.js';
import { makeFolder, openStage, type Later } from './stage.js';
import { openTransports } from './transports.js';

/** The unbundled server, in whose profile the source files can be distinguished. */
const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const CALLERS = 16;
/** The seconds of load on a transport before its profile counts, until its code is compiled. */
const WARM_UP = 3;
/** Parts below this are summed up, in microseconds a call. */
const LEAST = 1;
/** Microseconds between two samples of the profile. */
const INTERVAL = 200;

/** Calls continueChat on each transport and prints the parts of the code in which the server spends its time, for each call. */
export async function benchProfile({ ways, seconds }: Options, later: Later): Promise<void> {
  const folder = makeFolder(later);
  const nodeArgs = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${INTERVAL}`];
  const { server } = await openStage(later, { nodeArgs, program });
  const targets = openTransports(server, await publishBot(server));
  const drives: { name: string; calls: number; from: bigint; to: bigint }[] = [];
  for (const target of targets.filter(({ name }) => ways.includes(name))) {
    const { calls, close } = await openCallers(target, 'continueChat', CALLERS);
    await sample(calls, WARM_UP);
    const from = process.hrtime.bigint();
    const { latencies } = await sample(calls, seconds);
    const to = process.hrtime.bigint();
    drives.push({ name: target.name, calls: latencies.length, from, to });
    close();
  }
  await server.stop();
  const profile = readProfile(folder);
  for (const { name, calls, from, to } of drives) {
    console.log(`\ncontinueChat, ${CALLERS} callers, ${name}: self time, µs a call`);
    const costs = [...spentIn(profile, from, to)].map(
      ([part, time]) => [time / calls, part] as const,
    );
    const small = costs.filter(([cost]) => cost < LEAST);
    const lines = [
      ...costs.filter(([cost]) => cost >= LEAST).sort(([one], [other]) => other - one),
      [sumOf(small), 'all others'] as const,
      [sumOf(costs), 'together'] as const,
    ];
    for (const [cost, part] of lines) console.log(`${cost.toFixed(1).padStart(7)}  ${part}`);
  }
}

function sumOf(costs: readonly (readonly [number, string])[]): number {
  return costs.reduce((sum, [cost]) => sum + cost, 0);
}

const profileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
    }),
  ),
  startTime: z.number(),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
type Profile = z.infer<typeof profileSchema>;

/** Worker threads write profiles of their own; the longest one is that of the server itself. */
function readProfile(folder: string): Profile {
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const [longest] = texts.sort((a, b) => b.length - a.length);
  return profileSchema.parse(JSON.parse(longest ?? '{}'));
}

/** The self time of each part of the code between two readings of `process.hrtime`, whose clock profiles use, in microseconds. */
function spentIn(profile: Profile, from: bigint, to: bigint): Map<string, number> {
  const parts = new Map(profile.nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const spent = new Map<string, number>();
  let now = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[index] ?? 0;
    now += delta;
    const part = parts.get(id) ?? '';
    const isCounted = now * 1000 >= from && now * 1000 <= to && part !== '';
    if (isCounted) spent.set(part, (spent.get(part) ?? 0) + delta);
  }
  return spent;
}

/** Packages with one purpose together. */
const families: readonly (readonly [name: RegExp, part: string])[] = [
  [/^(micromark|mdast|decode-named)/, 'Markdown (micromark, mdast)'],
  [/^pg/, 'pg'],
  [/^(@apollo\/|negotiator|lru-cache)/, 'Apollo'],
  [/^(express|router|body-parser|raw-body|type-is|content-type|finalhandler|vary)/, 'express'],
];

/** The owner of a frame: a folder of this repository, a package, Node, or native code; empty for idle time. */
function partOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  if (functionName === '(idle)') return '';
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url.startsWith('node:')) {
    return `Node: ${url.replace(/^node:(internal\/)?/, '').split('/')[0]}`;
  }
  const [, name] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name !== undefined) return families.find(([family]) => family.test(name))?.[1] ?? name;
  const [, own] = /\/dist\/([^/]+)/.exec(url) ?? [];
  if (own !== undefined) return `src/${own.replace(/\.js$/, '')}`;
  return /^write/.test(functionName) ? 'socket writes' : 'other native code';
}
