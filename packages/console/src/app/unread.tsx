import {
  type Client,
  type CombinedError,
  type Exchange,
  makeOperation,
  mapExchange,
  type Operation,
} from '@urql/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useClient } from 'urql';
import { t } from '../i18n/t.js';

/** The queries of the page that could not be read, by their keys. */
let unread: ReadonlyMap<number, Operation> = new Map();
const listeners = new Set<() => void>();

function change(key: number, operation: Operation | undefined): void {
  if (unread.get(key) === operation) return;
  const now = new Map(unread);
  if (operation) now.set(key, operation);
  else now.delete(key);
  unread = now;
  for (const listener of listeners) listener();
}

/** Whether the answer lacks only what the person may not read, which no second reading would bring. */
export function isForbidden({ networkError, graphQLErrors }: CombinedError): boolean {
  return (
    networkError === undefined &&
    graphQLErrors.every(({ extensions }) => extensions['code'] === 'FORBIDDEN')
  );
}

/** Notes which queries of the page fail, until they are read or not wanted any more. */
export const noteUnread: Exchange = mapExchange({
  onOperation(operation) {
    if (operation.kind === 'teardown') change(operation.key, undefined);
    // The cache asks for a query again when something else is read. It has no answer for one that failed, which would wait for ever then,
    // and could not be read again.
    return unread.has(operation.key) ? fromServer(operation) : operation;
  },
  onResult({ operation, error }) {
    const isUnread = error !== undefined && !isForbidden(error);
    if (operation.kind === 'query') change(operation.key, isUnread ? operation : undefined);
  },
});

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says that a part of the page could not be read, and reads it again. */
export function Unread(): ReactNode {
  const client = useClient();
  const failed = useSyncExternalStore(subscribe, () => unread);
  if (failed.size === 0) return null;
  return (
    <p className="unread" role="status">
      {t('A part of this page could not be read.')}{' '}
      <button type="button" onClick={() => readAgain(client)}>
        {t('Try again')}
      </button>
    </p>
  );
}

/** Reads the queries again that could not be read. */
export function readAgain(client: Client): void {
  for (const operation of unread.values()) client.reexecuteOperation(fromServer(operation));
}

function fromServer(operation: Operation): Operation {
  const context = { ...operation.context, requestPolicy: 'network-only' as const };
  return makeOperation(operation.kind, operation, context);
}
