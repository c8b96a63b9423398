import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Later } from '../stage.js';

/** A new folder that is deleted at the end. */
export function makeFolder(later: Later): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-chaos-'));
  // PostgreSQL of the user root runs as another user, who needs access.
  chmodSync(folder, 0o755);
  later(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
