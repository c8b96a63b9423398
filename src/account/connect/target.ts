import { accessWorkspace } from '../../auth/access.js';
import type { Caller } from '../../auth/caller.js';
import type { ConnectTarget } from '../../context/connectTarget.js';
import type { Services } from '../../context/context.js';
import { Failure, invalid, oneOf } from '../../errors/errors.js';
import {
  connections,
  isGoogleService,
  type GoogleService,
} from '../../integrations/google/connectAccount.js';
import type { Workspace } from '../../schema/workspace.js';
import { findCredentials } from '../../storage/credentials.js';
import { idIn } from './visit.js';

/** The target to which an account at Google is connected. */
export interface Target extends ConnectTarget {
  readonly type: GoogleService;
}

/** Reads the target from the query of the page. Fails with `VALIDATION` if no account can be connected to it. */
export function targetIn(query: URLSearchParams): Target {
  const type = query.get('type') ?? '';
  if (!isGoogleService(type)) {
    throw invalid([{ path: ['type'], message: oneOf(Object.keys(connections)) }]);
  }
  const credentialsId = query.has('credentialsId') ? idIn(query, 'credentialsId') : undefined;
  return { workspaceId: idIn(query, 'workspaceId'), type, credentialsId };
}

/** Loads the workspace for a person who may store credentials in it. Credentials to change must be in it and have the same type. */
export async function accessTarget(
  { storage }: Services,
  caller: Caller,
  { workspaceId, type, credentialsId }: Target,
): Promise<Workspace> {
  const unit = storage.openUnit();
  const workspace = await accessWorkspace(unit, { caller, workspaceId, intent: 'write' });
  if (credentialsId === undefined) return workspace;
  const known = await findCredentials(unit, workspaceId, credentialsId);
  if (known?.type === type) return workspace;
  throw new Failure('CREDENTIALS_NOT_FOUND', 'Credentials of this type not found');
}
