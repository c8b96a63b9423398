import { readFileSync } from 'node:fs';

/** The processes that a process started and that run now, with what they are called. Empty without /proc. */
export function childrenOf(pid: number): { readonly pid: number; readonly command: string }[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').map(Number);
  return children
    .map((child) => ({ pid: child, command: read(`/proc/${child}/cmdline`).replaceAll('\0', ' ') }))
    .filter(({ command }) => command !== '');
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
