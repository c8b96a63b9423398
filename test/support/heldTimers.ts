import type { BrowserContext, Page } from 'playwright-core';
import { until } from './until.js';

/**
 * Holds the timers of exactly so many milliseconds in the pages of a window, until `releaseTimers`. So the test decides what comes
 * first, however slow the machine is, and waits for none of them. Call it before a page is opened.
 */
export async function holdTimers(context: BrowserContext, milliseconds: number): Promise<void> {
  await context.addInitScript(`(() => {
    const { setTimeout: start, clearTimeout: end } = window;
    const held = new Map();
    window.setTimeout = (run, after, ...values) => {
      if (after !== ${milliseconds}) return start(run, after, ...values);
      const timer = start(() => undefined, 2 ** 31 - 1);
      held.set(timer, run);
      return timer;
    };
    window.clearTimeout = (timer) => {
      held.delete(timer);
      end(timer);
    };
    window.releaseTimers = () => {
      const runs = [...held];
      for (const [timer, run] of runs) {
        window.clearTimeout(timer);
        run();
      }
      return runs.length > 0;
    };
  })()`);
}

/** Runs the timers that are held in a page, as soon as there is one. */
export async function releaseTimers(page: Page): Promise<void> {
  await until(() => page.evaluate('releaseTimers()'));
}
