/** Waits until a condition is true, by polling, for as long as the test may take. */
export async function until(holds: () => unknown): Promise<void> {
  while (!(await holds())) await pause();
}

/** The milliseconds after which `eventually` fails: less than the time limit of a test, so that the test shows the difference. */
const LONGEST = 100_000;

/** Repeats expectations until they are met; after `LONGEST` it fails with the last error. */
export async function eventually(expectations: () => void | Promise<void>): Promise<void> {
  const end = performance.now() + LONGEST;
  for (;;) {
    try {
      return await expectations();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause();
  }
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}
