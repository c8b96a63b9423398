import path from 'node:path';
import { writeWhole } from '../storage/keptFile.js';
import type { Unit } from '../storage/orm.js';
import { createOwner, findOwner, findToken, saveToken } from '../storage/tokens.js';
import { hashOf, newToken, shownPartOf } from './token.js';

/** The file in the data folder with the owner's first token, readable only by the owner. */
const OWNER_TOKEN_FILE = 'owner-token';

/**
 * Ensures that somebody can sign in. The first start creates the owner and a token, which it stores in `OWNER_TOKEN_FILE` and prints at
 * once, because a server that then fails to listen would never show it. A token in `ADMIN_TOKEN` belongs to the owner as well
 * (docs/spec-choices.md, "Tokens and rights").
 */
export async function ensureOwner(
  unit: Unit,
  options: { dataDir: string; adminToken?: string | undefined },
  print: (sentence: string) => void,
): Promise<void> {
  const { adminToken, dataDir } = options;
  if (adminToken === undefined) return ensureFirstToken(unit, dataDir, print);
  const { id: userId } = (await findOwner(unit)) ?? (await createOwner(unit));
  if (await findToken(unit, hashOf(adminToken), ['API'])) return;
  await keep(unit, { userId, name: 'ADMIN_TOKEN', token: adminToken });
}

/** Stores the owner with the token after the file is written, so that a start that fails before can be repeated. */
async function ensureFirstToken(
  unit: Unit,
  dataDir: string,
  print: (sentence: string) => void,
): Promise<void> {
  if (await findOwner(unit)) return;
  const token = newToken();
  await unit.transactional(async (inner) => {
    const { id: userId } = await createOwner(inner);
    await keep(inner, { userId, name: 'First start', token });
    await writeWhole(path.join(dataDir, OWNER_TOKEN_FILE), `${token}\n`, { replaces: true });
  });
  print(`The owner's token, shown only now and kept in ${dataDir}:`);
  print(token);
}

async function keep(
  unit: Unit,
  { userId, name, token }: { userId: string; name: string; token: string },
): Promise<void> {
  await saveToken(unit, { userId, name, hash: hashOf(token), prefix: shownPartOf(token) });
}
