import { readFileSync } from 'node:fs';

/** The running child processes of a process, with their names. Empty without /proc. */
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
