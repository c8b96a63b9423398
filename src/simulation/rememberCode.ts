import type { Sandbox } from '../sandbox/pool.js';

/** More results than an exploration remembers, more characters of them all with their calls, and more of a call or of its result. */
const [MAX_RESULTS, MAX_CHARACTERS, MAX_LENGTH] = [2_000, 10_000_000, 20_000] as const;

type Code = Pick<Sandbox, 'evaluate' | 'runScript'>;

/**
 * A sandbox that runs equal code with equal values once: with the same clock and without chance it gives the same. Scripts that may send
 * requests run each time, so that these are noticed.
 */
export function rememberCode(sandbox: Code): Code {
  const results = new Map<string, Promise<unknown>>();
  let characters = 0;
  const forget = () => {
    results.clear();
    characters = 0;
  };
  const noteSize = (key: string, result: unknown) => {
    const { length } = JSON.stringify(result ?? null);
    characters += key.length + length;
    if (length > MAX_LENGTH) results.delete(key);
    if (characters > MAX_CHARACTERS) forget();
  };
  const once = <T>(call: unknown, run: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify(call);
    if (key.length > MAX_LENGTH || mayDraw(key)) return run();
    // The key has all arguments, so the result is of the type that this call has.
    const known = results.get(key) as Promise<T> | undefined;
    if (known) return known;
    if (results.size >= MAX_RESULTS) forget();
    const made = run().then((result) => {
      noteSize(key, result);
      return result;
    });
    results.set(key, made);
    return made;
  };
  return {
    evaluate: (codes, args, origin = {}) =>
      once([codes, args, origin.timeZone, origin.fixed?.now], () =>
        sandbox.evaluate(codes, args, origin),
      ),
    runScript: (script) => {
      const { code, args, capabilities, timeZone, fixed } = script;
      const run = () => sandbox.runScript(script);
      if (capabilities?.fetch) return run();
      return once([code, args, capabilities, timeZone, fixed?.now], run);
    },
  };
}

/** Whether code, as JSON, may draw random numbers. */
export function mayDraw(code: string): boolean {
  return /random|crypto/i.test(code);
}
