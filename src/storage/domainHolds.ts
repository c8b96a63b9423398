import type { Pool } from 'pg';
import { Failure } from '../errors/errors.js';
import { Bot } from '../schema/bot.js';
import { CustomDomain } from '../schema/customDomain.js';
import { DomainStatus } from '../schema/enums.js';
import { challengeName, type DomainFinding } from './domainProof.js';
import { oneAtATime } from './oneAtATime.js';
import type { Unit } from './orm.js';
import { tellWorkspaceWebhooks } from './webhookEvents.js';

/**
 * The claim of a workspace to a domain after a DNS lookup. `held`: the workspace holds the domain. `none`: it does not. `contested`: its
 * proof was found, and so was the proof of another workspace that holds the domain.
 */
type Claim = 'held' | 'none' | 'contested';

/** The status that a DNS lookup gives a domain; stores nothing. */
export async function judgeDomain(
  unit: Unit,
  domain: CustomDomain,
  found: DomainFinding,
): Promise<DomainStatus> {
  return statusOf(found, claimOf(domain, found, await findHolder(unit, domain.name)));
}

/**
 * Stores what a DNS lookup found. A proof takes the domain from a workspace whose own proof is gone, and the webhooks of that workspace
 * receive an event. Nobody loses a domain when the DNS gave no answer. Returns undefined when the domain was removed meanwhile; fails with
 * `DOMAIN_HELD` while the proof of the holder stands.
 */
export async function settleDomain(
  unit: Unit,
  { id, name }: Pick<CustomDomain, 'id' | 'name'>,
  found: DomainFinding,
): Promise<CustomDomain | undefined> {
  // Otherwise two workspaces that prove a domain at once would both take it.
  return oneAtATime(unit, `domain ${name}`, async (inner) => {
    const domain = await inner.findOne(CustomDomain, { id }, { refresh: true });
    if (!domain) return undefined;
    const holder = await findHolder(inner, name);
    const claim = claimOf(domain, found, holder);
    if (claim === 'contested') throw heldElsewhere(name);
    // Another holder loses it to this workspace. This workspace loses it where the server itself moved to the domain.
    const isLost = claim === 'held' ? holder !== domain : holder === domain;
    if (holder && isLost) await lose(inner, holder);
    Object.assign(domain, { status: statusOf(found, claim), checkedAt: new Date() });
    if (claim === 'held') await noteHeld(inner, domain, found.proofs);
    await inner.flush();
    return domain;
  });
}

async function findHolder(unit: Unit, name: string): Promise<CustomDomain | null> {
  return unit.findOne(CustomDomain, { name, heldSince: { $ne: null } }, { refresh: true });
}

function claimOf(
  { id, proof }: CustomDomain,
  { proofs, isOwn }: DomainFinding,
  holder: CustomDomain | null,
): Claim {
  if (isOwn) return 'none';
  if (holder?.id === id) return 'held';
  if (!proofs?.includes(proof)) return 'none';
  return holder && proofs.includes(holder.proof) ? 'contested' : 'held';
}

function statusOf({ leads, proofs }: DomainFinding, claim: Claim): DomainStatus {
  if (leads !== 'VALID' || claim === 'held') return DomainStatus[leads];
  // The domain leads here; only its proof is missing.
  return proofs === undefined ? DomainStatus.UNKNOWN : DomainStatus.PENDING;
}

function heldElsewhere(name: string): Failure {
  const at = challengeName(name);
  const message = `Another workspace holds ${name}, and the TXT record that proves it is still there: remove that record at ${at}, and verify again`;
  return new Failure('DOMAIN_HELD', message);
}

const HOUR = 3_600_000;

/** Milliseconds until a held domain is looked up again; sooner when the DNS gave no answer. */
const AGAIN = { answered: 24 * HOUR, unanswered: HOUR } as const;

async function noteHeld(unit: Unit, domain: CustomDomain, proofs: DomainFinding['proofs']) {
  const now = new Date();
  domain.heldSince ??= now;
  domain.lostAt = null;
  const pause = proofs ? AGAIN.answered : AGAIN.unanswered;
  domain.checkDueAt = new Date(now.getTime() + pause);
  if (!proofs) return;
  const isMissing = !proofs.includes(domain.proof);
  if (isMissing && !domain.unprovenSince) await queueEvent(unit, domain, 'DOMAIN_UNPROVEN');
  domain.unprovenSince = isMissing ? (domain.unprovenSince ?? now) : null;
}

async function lose(unit: Unit, holder: CustomDomain): Promise<void> {
  const gone = { heldSince: null, unprovenSince: null, checkDueAt: null, lostAt: new Date() };
  Object.assign(holder, { status: DomainStatus.PENDING, ...gone });
  // Flushed before another workspace becomes the holder, because the index allows one holder at any moment.
  await unit.flush();
  await queueEvent(unit, holder, 'DOMAIN_LOST');
}

async function queueEvent(
  unit: Unit,
  { id, workspaceId, name }: CustomDomain,
  type: 'DOMAIN_LOST' | 'DOMAIN_UNPROVEN',
): Promise<void> {
  const data = { workspaceId, domain: name };
  await tellWorkspaceWebhooks(unit, { workspaceId, queue: id, type, data });
}

/** How long a process may take for a lookup, in seconds, before another process takes it. */
const LEASE = 300;

/** Takes a domain whose lookup is due. No two processes take the same one. */
export async function takeDueDomain(
  pool: Pool,
): Promise<Pick<CustomDomain, 'id' | 'name'> | undefined> {
  const { rows } = await pool.query<Pick<CustomDomain, 'id' | 'name'>>({
    name: 'domain_take',
    text: `update custom_domain set check_due_at = now() + interval '${LEASE} seconds'
      where id = (select id from custom_domain where check_due_at <= now() order by check_due_at
        limit 1 for update skip locked)
      returning id, name`,
  });
  return rows[0];
}

/**
 * Frees an address for a bot. The workspace that holds its domain takes it from bots of other workspaces; fails with `DOMAIN_TAKEN` where
 * another workspace holds the domain. Without a holder, the bot that has the address keeps it.
 */
export async function makeRoomAt(unit: Unit, workspaceId: string, address: string): Promise<void> {
  const [host = ''] = address.split('/', 1);
  const holder = await findHolder(unit, host);
  if (!holder) return;
  if (holder.workspaceId !== workspaceId) {
    const message = 'This customDomain is at a domain that another workspace has proven';
    throw new Failure('DOMAIN_TAKEN', message, [{ path: ['bot', 'customDomain'], message }]);
  }
  const others = { customDomain: address, workspaceId: { $ne: workspaceId } };
  await unit.nativeUpdate(Bot, others, { customDomain: null });
}
