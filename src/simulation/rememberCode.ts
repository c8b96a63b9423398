import type { Sandbox } from '../sandbox/pool.js';

/** More results than an exploration remembers, and more characters of a call or of its result. */
const [MAX_RESULTS, MAX_LENGTH] = [2_000, 20_000] as const;

type Code = Pick<Sandbox, 'evaluate' | 'runScript'>;

/** A sandbox that runs equal code with equal values once: with the same clock and without chance it gives the same. */
export function rememberCode(sandbox: Code): Code {
  const results = new Map<string, Promise<unknown>>();
  const once = <T>(call: unknown, run: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify(call);
    if (key.length > MAX_LENGTH || /random|crypto/i.test(key)) return run();
    // The key has all arguments, so the result is of the type that this call has.
    const known = results.get(key) as Promise<T> | undefined;
    if (known) return known;
    if (results.size >= MAX_RESULTS) results.clear();
    const made = run().then((result) => {
      if (String(JSON.stringify(result)).length > MAX_LENGTH) results.delete(key);
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
    runScript: (script) =>
      once(
        [script.code, script.args, script.capabilities, script.timeZone, script.fixed?.now],
        () => sandbox.runScript(script),
      ),
  };
}
