import { execFileSync } from 'node:child_process';

/** What Node itself makes of function bodies, in a zone, on a machine that speaks American English. */
export function nodeSays(codes: readonly string[], timeZone: string): string[] {
  const input = JSON.stringify(codes);
  const env = { TZ: timeZone, LC_ALL: 'en_US.UTF-8' };
  const said: unknown = JSON.parse(
    execFileSync(process.execPath, ['-e', RUN], { input, env, encoding: 'utf8' }),
  );
  if (!Array.isArray(said)) throw new Error('Node says a list');
  return said.map(String);
}

const RUN = `
  const say = (code) => {
    try {
      return JSON.stringify(new Function(code)(), (_, value) => typeof value === 'bigint' ? String(value) : value) ?? 'null';
    } catch (error) {
      return String(error);
    }
  };
  const codes = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  process.stdout.write(JSON.stringify(codes.map(say)));`;
