import {
  CredentialTypes,
  type CredentialTypesQuery,
  HeldCredentials,
  type HeldCredentialsQuery,
} from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useData } from '../app/server.js';
import { Dialog } from '../ui/Dialog.js';
import { Reading } from '../ui/Reading.js';
import { CredentialsForm } from './CredentialsForm.js';
import { ofServer, t } from '../i18n/t.js';

/** A type of credentials, with its form. */
export type CredentialsKind = CredentialTypesQuery['credentialTypes'][number];

/** What is stored of credentials. */
export type StoredCredentials = Exclude<
  HeldCredentialsQuery['node'],
  Record<PropertyKey, never> | null
>;

/** Which credentials a dialog is about: with `credentialsId` stored ones, else new ones. */
export interface CredentialsOf {
  readonly workspaceId: string;
  readonly type: string;
  readonly credentialsId?: string | undefined;
}

/** Asks for new credentials of a type, or changes stored ones; `close` receives their id when they were saved. */
export function CredentialsDialog({
  close,
  ...of
}: CredentialsOf & { readonly close: (credentialsId?: string) => void }): ReactNode {
  const { type, credentialsId = '' } = of;
  const types = useData(CredentialTypes, {}, { isFixed: true });
  const stored = useData(HeldCredentials, { credentialsId }, { pause: credentialsId === '' });
  const kind = types.data?.credentialTypes.find((one) => one.type === type);
  const held = heldOf(stored.data);
  const isRead = kind !== undefined && (credentialsId === '' || held !== undefined);
  const named = { kind: ofServer(kind?.label ?? type) };
  // Outside of the form that it may be opened from: forms are not inside of each other.
  return createPortal(
    <Dialog
      title={held ? t('Change: {kind}', named) : t('New: {kind}', named)}
      close={() => close()}
    >
      {isRead ? (
        <CredentialsForm {...{ of, kind, held, close }} />
      ) : (
        <Reading fault={types.fault ?? stored.fault} />
      )}
    </Dialog>,
    document.body,
  );
}

function heldOf(data: HeldCredentialsQuery | undefined): StoredCredentials | undefined {
  // A node that is something else has no members here.
  return data?.node?.id === undefined ? undefined : (data.node as StoredCredentials);
}
