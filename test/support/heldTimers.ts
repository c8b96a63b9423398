import type { BrowserContext, Page } from 'playwright-core';
import { until } from './until.js';

/**
 * Holds all timers of exactly this delay in the pages of a browser context until `releaseTimers`, so that the test decides what
 * comes first and waits for no timer. Call it before the page is opened.
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

/** Runs the held timers of a page, as soon as there is one. */
export async function releaseTimers(page: Page): Promise<void> {
  await until(() => page.evaluate('releaseTimers()'));
}
