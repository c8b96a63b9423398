import { createDatabase } from '../../database.js';
import { memberOf, partOf } from '../request.js';
import type { Ground, Outcome, Trial } from '../trial.js';
import { caseOf, type Draw } from './cases.js';
import { play, startWatched, type Cost, type Watched } from './play.js';

/** The limits of one hold of the event loop, and of a whole request, in milliseconds of processor time. */
const [MOST_HELD, MOST_IN_ALL] = [100, 1_000] as const;
/** The first requests of a process are slower, because their code is compiled. */
const WARMS_UP = 25;
const SHOWN = 10;

/** A request of a case, and its cost. */
interface Find extends Cost {
  readonly number: number;
  readonly about: string;
}

/** Makes bots and messages at the limits of every kind, and keeps the slowest requests. */
export const search: Trial = {
  name: 'search',
  promise: `no request holds the event loop for ${MOST_HELD} ms at a time, or takes ${MOST_IN_ALL} ms in all`,
  async run(ground) {
    const { later, seed } = ground;
    const database = await createDatabase();
    later(database.drop);
    const watched = await startWatched(database.url, later);
    const { text } = await watched.send('workspace', {
      ...{ path: 'workspaces', body: { name: 'Search' } },
    });
    const workspaceId = String(partOf(memberOf(text, 'workspace'), 'id'));
    const scene = { watched, workspaceId, draw: { seed, echo: watched.echo } };
    for (let number = -WARMS_UP; number < 0; number += 1) await costsOf(scene, number);
    return searchFor(ground, scene);
  },
};

interface Scene {
  readonly watched: Watched;
  readonly workspaceId: string;
  readonly draw: Draw;
}

async function searchFor(ground: Ground, scene: Scene): Promise<Outcome> {
  const until = performance.now() + ground.minutes * 60_000;
  const finds: Find[] = [];
  let [cases, requests, refused] = [0, 0, 0];
  for (; performance.now() < until; cases += 1) {
    const costs = await costsOf(scene, cases);
    const isSlow = costs.some(isTooMuch);
    // A cost that is caused by the machine does not occur three times.
    const again = isSlow ? [await costsOf(scene, cases), await costsOf(scene, cases)] : [];
    const { about } = caseOf(scene.draw, cases);
    const kept = costs.map((cost, at) => ({
      ...leastOf(
        cost,
        again.map((one) => one[at]),
      ),
      number: cases,
      about,
    }));
    for (const find of kept.filter(isTooMuch)) ground.say(lineOf(find));
    finds.push(...kept);
    finds.sort((one, other) => weightOf(other) - weightOf(one)).splice(SHOWN);
    requests += costs.length;
    refused += costs.filter(({ status }) => status >= 400).length;
  }
  for (const find of finds) ground.say(lineOf(find));
  return {
    figures: {
      cases,
      requests,
      refused,
      'longest hold': `${worst(finds, 'held')} ms`,
      'most in all': `${worst(finds, 'total')} ms`,
    },
    broken: finds.filter(isTooMuch).map(lineOf),
  };
}

async function costsOf({ watched, workspaceId, draw }: Scene, number: number): Promise<Cost[]> {
  return play(watched, workspaceId, caseOf(draw, number));
}

function leastOf(cost: Cost, others: readonly (Cost | undefined)[]): Cost {
  const all = [cost, ...others.filter((one) => one !== undefined)];
  const [held, total] = [all.map((one) => one.held), all.map((one) => one.total)];
  return { ...cost, held: Math.min(...held), total: Math.min(...total) };
}

function isTooMuch({ held, total }: Cost): boolean {
  return held > MOST_HELD || total > MOST_IN_ALL;
}

function weightOf({ held, total }: Cost): number {
  return Math.max(held / MOST_HELD, total / MOST_IN_ALL);
}

function worst(finds: readonly Find[], what: 'held' | 'total'): string {
  return Math.max(0, ...finds.map((find) => find[what])).toFixed(0);
}

function lineOf({ number, what, status, held, total, about }: Find): string {
  const costs = `${held.toFixed(0)} ms at a time, ${total.toFixed(0)} ms in all`;
  return `case ${number}, ${what} (${status}): ${costs}: ${about.slice(0, 120)}`;
}
