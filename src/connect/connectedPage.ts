import { accessWorkspace } from '../auth/access.js';
import type { Services } from '../context/context.js';
import { Failure } from '../errors/errors.js';
import { connections, isGoogleService } from '../integrations/google/connectAccount.js';
import { showPage } from '../signIn/page.js';
import { findCredentials } from '../storage/credentials.js';
import { idIn, queryOf, type ConnectVisit } from './visit.js';

/** Shows which credentials an account is stored as. */
export async function showConnected(
  { storage }: Services,
  { request, response, caller }: ConnectVisit,
): Promise<void> {
  const query = queryOf(request);
  const workspaceId = idIn(query, 'workspaceId');
  const unit = storage.openUnit();
  const workspace = await accessWorkspace(unit, { caller, workspaceId, intent: 'read' });
  const found = await findCredentials(unit, workspaceId, idIn(query, 'credentialsId'));
  if (!found || !isGoogleService(found.type)) {
    throw new Failure('CREDENTIALS_NOT_FOUND', 'Credentials not found');
  }
  showPage(response, {
    title: 'Connected',
    text: `The workspace "${workspace.name}" has ${found.name} for ${connections[found.type].label} now. Blocks name it ${found.id}. You can close this window.`,
  });
}
