import { EmailSignIn } from '../schema/emailSignIn.js';
import type { Unit } from './orm.js';

/** How long a link is valid, in milliseconds. */
const LINK_FOR = 15 * 60_000;

/** Stores a link that is sent by e-mail. */
export async function saveEmailSignIn(
  unit: Unit,
  made: Pick<EmailSignIn, 'hash' | 'email' | 'userId'>,
): Promise<void> {
  unit.create(EmailSignIn, { ...made, expiresAt: new Date(Date.now() + LINK_FOR) });
  await unit.flush();
}

/** The link whose code has this hash, unless it has expired. */
export async function findEmailSignIn(unit: Unit, hash: string): Promise<EmailSignIn | null> {
  return unit.findOne(EmailSignIn, { hash, expiresAt: { $gt: new Date() } });
}

/** Uses a link, which works once; null when it was used or has expired. */
export async function useEmailSignIn(unit: Unit, hash: string): Promise<EmailSignIn | null> {
  const found = await findEmailSignIn(unit, hash);
  const isFirst = found && (await unit.nativeDelete(EmailSignIn, { hash })) > 0;
  return isFirst ? found : null;
}
