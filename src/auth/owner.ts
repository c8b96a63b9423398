import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Unit } from '../storage/orm.js';
import { createOwner, findOwner, findToken, saveToken } from '../storage/tokens.js';
import { hashOf, newToken, shownPartOf } from './token.js';

/** The file in the data folder that holds the owner's first token, readable by the owner alone. */
const OWNER_TOKEN_FILE = 'owner-token';

/**
 * Ensures that somebody can sign in: the first start creates the owner and a token, stores it in `OWNER_TOKEN_FILE` and
 * prints it at once, because a server that then cannot listen would never show it. A token in `ADMIN_TOKEN` belongs to
 * the owner, too (docs/spec-choices.md, "Tokens and rights").
 */
export async function ensureOwner(
  unit: Unit,
  options: { dataDir: string; adminToken?: string | undefined },
  print: (sentence: string) => void,
): Promise<void> {
  const known = await findOwner(unit);
  const owner = known ?? (await createOwner(unit));
  const { adminToken, dataDir } = options;
  if (adminToken !== undefined && !(await findToken(unit, hashOf(adminToken), ['API']))) {
    await keep(unit, { userId: owner.id, name: 'ADMIN_TOKEN', token: adminToken });
  }
  if (known || adminToken !== undefined) return;
  const token = newToken();
  await writeOwnerToken(dataDir, token);
  await keep(unit, { userId: owner.id, name: 'First start', token });
  print(`The owner's token, shown only now and kept in ${dataDir}:`);
  print(token);
}

async function keep(
  unit: Unit,
  { userId, name, token }: { userId: string; name: string; token: string },
): Promise<void> {
  await saveToken(unit, { userId, name, hash: hashOf(token), prefix: shownPartOf(token) });
}

async function writeOwnerToken(dataDir: string, token: string): Promise<void> {
  const file = path.join(dataDir, OWNER_TOKEN_FILE);
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, `${token}\n`, { mode: 0o600 });
  // An older file keeps its mode when it is written over.
  await chmod(file, 0o600);
}
