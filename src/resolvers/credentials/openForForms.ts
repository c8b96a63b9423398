import { accessWorkspace } from '../../auth/access.js';
import { openWorkspacesCredentials } from '../../auth/credentials.js';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import type { Credentials } from '../../schema/credentials.js';
import { findCredentials } from '../../storage/credentials.js';

interface Wanted {
  readonly workspaceId: string;
  readonly credentialsId: string;
}

/** Credentials that a form uses, for those who may change the workspace; `open` decrypts them. */
export async function openForForms(
  context: Context,
  wanted: Wanted,
): Promise<{
  readonly credentials: Credentials;
  open(): ReturnType<ReturnType<typeof openWorkspacesCredentials>>;
}> {
  const unit = context.openUnit();
  const { workspaceId, credentialsId } = wanted;
  await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent: 'write' });
  const credentials = await findCredentials(unit, workspaceId, credentialsId);
  if (!credentials) throw new Failure('CREDENTIALS_NOT_FOUND', 'Credentials not found');
  return {
    credentials,
    open: () => openWorkspacesCredentials(context.secrets, context.pool)(wanted),
  };
}
