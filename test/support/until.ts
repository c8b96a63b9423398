/** Waits until something holds of which nobody tells when it does: asks again, for as long as the test may take. */
export async function until(holds: () => unknown): Promise<void> {
  while (!(await holds())) await pause();
}

/** The milliseconds after which `eventually` fails: less than a test may take, so that the test fails with the difference. */
const LONGEST = 100_000;

/** Repeats expectations on what comes a moment later, until they are met. Fails as they did last. */
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
