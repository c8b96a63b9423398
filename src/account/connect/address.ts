import type { ConnectTarget } from '../../context/connectTarget.js';
import { isGoogleService } from '../../integrations/google/connectAccount.js';

/** The path of the page where a person connects an account. */
export function connectPathOf({ workspaceId, type, credentialsId }: ConnectTarget): string {
  const again = credentialsId === undefined ? {} : { credentialsId };
  return `/connect/google?${new URLSearchParams({ workspaceId, type, ...again })}`;
}

/** Returns a function for the URL of that page; undefined for types without accounts, and without an OAuth client at Google. */
export function openConnectAddress(
  { googleClient }: { readonly googleClient: object | undefined },
  ownAddress: () => string,
): (target: ConnectTarget) => string | undefined {
  return (target) =>
    googleClient && isGoogleService(target.type) ? ownAddress() + connectPathOf(target) : undefined;
}
