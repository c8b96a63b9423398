/** Runs code as a client does, as the body of a function whose parameters are these globals. */
export function runCode(body: string, globals: Readonly<Record<string, unknown>>): unknown {
  const code = new Function(...Object.keys(globals), body);
  return Reflect.apply(code, undefined, Object.values(globals));
}
