import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** Where a process spent its time: the self time of each part of the code. */
export interface Share {
  readonly part: string;
  readonly microseconds: number;
}

/** A folder that a server writes its CPU profile into when it ends. */
export interface ProfileFolder {
  /** The options of Node for that. */
  readonly nodeArgs: readonly string[];
  /** The shares between two readings of `process.hrtime`, largest first; to be called after the server has ended. */
  sharesBetween(from: bigint, to: bigint): Share[];
  remove(): void;
}

/** Microseconds between two samples. */
const INTERVAL = 200;

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

/** Makes the folder. */
export function createProfileFolder(): ProfileFolder {
  const folder = mkdtempSync(join(tmpdir(), 'parley-profile-'));
  return {
    nodeArgs: ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${INTERVAL}`],
    sharesBetween: (from, to) => sharesOf(readMainProfile(folder), from, to),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Worker threads write profiles of their own; the busiest profile is that of the server itself. */
function readMainProfile(folder: string): Profile {
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const [longest] = texts.sort((a, b) => b.length - a.length);
  return profileSchema.parse(JSON.parse(longest ?? '{}'));
}

/** The profile uses microseconds of the same clock as `process.hrtime`. */
function sharesOf(profile: Profile, from: bigint, to: bigint): Share[] {
  const parts = new Map(profile.nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
  const spent = new Map<string, number>();
  let now = profile.startTime;
  profile.samples.forEach((id, index) => {
    const delta = profile.timeDeltas[index] ?? 0;
    now += delta;
    const part = parts.get(id) ?? '';
    const isCounted = now * 1000 >= from && now * 1000 <= to && part !== '';
    if (isCounted) spent.set(part, (spent.get(part) ?? 0) + delta);
  });
  return [...spent]
    .map(([part, microseconds]) => ({ part, microseconds }))
    .sort((a, b) => b.microseconds - a.microseconds);
}

type Frame = Profile['nodes'][number]['callFrame'];

/** Packages with one purpose together. */
const families: readonly (readonly [name: RegExp, part: string])[] = [
  [/^(micromark|mdast|decode-named)/, 'Markdown (micromark, mdast)'],
  [/^pg/, 'pg'],
  [/^(@apollo\/|negotiator|lru-cache)/, 'Apollo'],
  [/^(express|router|body-parser|raw-body|type-is|content-type|finalhandler|vary)/, 'express'],
];

/** The owner of a frame: a folder of this repository, a package, Node, or native code; undefined for idle time. */
function partOf({ functionName, url }: Frame): string {
  if (functionName === '(idle)') return '';
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url.startsWith('node:'))
    return `Node: ${url.replace(/^node:(internal\/)?/, '').split('/')[0]}`;
  const [, name] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name !== undefined) return families.find(([family]) => family.test(name))?.[1] ?? name;
  const [, own] = /\/dist\/([^/]+)/.exec(url) ?? [];
  if (own !== undefined) return `src/${own.replace(/\.js$/, '')}`;
  return /^write/.test(functionName) ? 'socket writes' : 'other native code';
}
