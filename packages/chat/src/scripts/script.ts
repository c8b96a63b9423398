/** Code of a bot's author, with the names of its arguments and their values. */
export interface Script {
  readonly content: string;
  readonly args: readonly (readonly [name: string, value: unknown])[];
}

/** Runs a script in this page or frame, and returns its result. */
export async function callScript({ content, args }: Script): Promise<unknown> {
  const AsyncFunction = (async () => undefined).constructor;
  const names = args.map(([name]) => name);
  // The constructor of functions makes one of these names and this body.
  const script = Reflect.construct(AsyncFunction, [...names, content]) as (
    ...values: unknown[]
  ) => Promise<unknown>;
  return script(...args.map(([, value]) => value));
}
