import { performance } from 'node:perf_hooks';

/** Milliseconds between two reports of progress. */
const PACE = 500;

/** Of long work that says what it has found so far, the reports that are sent: two a second, and what it comes to. */
export async function* paced<T, R>(running: AsyncGenerator<T, R>): AsyncGenerator<T, R> {
  let shown = performance.now();
  let step = await running.next();
  for (; !step.done; step = await running.next()) {
    if (performance.now() < shown + PACE) continue;
    shown = performance.now();
    yield step.value;
  }
  return step.value;
}

/** What long work comes to. */
export async function resultOf<T>(running: AsyncGenerator<unknown, T>): Promise<T> {
  let step = await running.next();
  while (!step.done) step = await running.next();
  return step.value;
}

/** The reports of long work, and at last what it comes to, for those who watch it. */
export async function* watched<T>(running: AsyncGenerator<T, T>): AsyncGenerator<T, void> {
  yield yield* running;
}
