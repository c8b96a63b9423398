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

/** Adds a domain to a workspace; one that exists already is `DOMAIN_EXISTS`. */
export async function addCustomDomain(
  unit: Unit,
  workspaceId: string,
  name: string,
): Promise<CustomDomain> {
  const domain = unit.create(CustomDomain, {
    id: newId('dom'),
    workspaceId,
    name,
    status: DomainStatus.PENDING,
    createdAt: new Date(),
    checkedAt: null,
  });
  try {
    await unit.flush();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new Failure('DOMAIN_EXISTS', 'This domain was added already');
  }
  return domain;
}

/** Stores the result of a look-up of a domain. */
export async function noteDomainStatus(
  unit: Unit,
  domain: CustomDomain,
  status: DomainStatus,
): Promise<CustomDomain> {
  Object.assign(domain, { status, checkedAt: new Date() });
  await unit.flush();
  return domain;
}

/** Removes a domain; bots that answer at it keep their address. */
export async function deleteCustomDomain(unit: Unit, domain: CustomDomain): Promise<void> {
  await unit.nativeDelete(CustomDomain, { id: domain.id });
}
