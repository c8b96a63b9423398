import { randomBytes } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Failure } from '../errors/errors.js';
import { CustomDomain } from '../schema/customDomain.js';
import { DomainStatus } from '../schema/enums.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** The domains of these workspaces, by name. */
export async function listCustomDomains(
  unit: Unit,
  workspaceIds: readonly string[],
): Promise<CustomDomain[]> {
  const workspaceId = { $in: [...workspaceIds] };
  return unit.find(CustomDomain, { workspaceId }, { orderBy: { name: 'asc' } });
}

/** A domain of this workspace, by name. */
export async function findCustomDomain(
  unit: Unit,
  workspaceId: string,
  name: string,
): Promise<CustomDomain | null> {
  return unit.findOne(CustomDomain, { workspaceId, name });
}

/** Adds a domain to a workspace, with a random value to prove it by. Fails with `DOMAIN_EXISTS` when the workspace already has it. */
export async function addCustomDomain(
  unit: Unit,
  workspaceId: string,
  name: string,
): Promise<CustomDomain> {
  const domain = unit.create(CustomDomain, {
    id: newId('dom'),
    ...{ workspaceId, name },
    status: DomainStatus.PENDING,
    proof: randomBytes(32).toString('base64url'),
    ...{ heldSince: null, unprovenSince: null, lostAt: null },
    createdAt: new Date(),
    ...{ checkedAt: null, checkDueAt: null },
  });
  try {
    await unit.flush();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new Failure('DOMAIN_EXISTS', 'This domain was added already');
  }
  return domain;
}

/** Removes a domain, which another workspace may then prove. Bots at this domain keep their address. */
export async function deleteCustomDomain(unit: Unit, domain: CustomDomain): Promise<void> {
  await unit.transactional((inner) => inner.nativeDelete(CustomDomain, { id: domain.id }));
}
