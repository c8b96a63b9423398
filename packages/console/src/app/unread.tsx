import {
  type CombinedError,
  type Exchange,
  makeOperation,
  mapExchange,
  type Operation,
} from '@urql/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import { t } from '../i18n/t.js';

/** How what could not be read is read again: queries by their keys, and lists that the page reads part by part. */
let unread: ReadonlyMap<unknown, () => void> = new Map();
const listeners = new Set<() => void>();

/** Notes that something could not be read, and how it is read again; without that, that it was read, or is not wanted any more. */
export function noteUnread(what: unknown, again?: () => void): void {
  if (unread.get(what) === again) return;
  const now = new Map(unread);
  if (again) now.set(what, again);
  else now.delete(what);
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
export const noteQueries: Exchange = (input) =>
  mapExchange({
    onOperation(operation) {
      if (operation.kind === 'teardown') noteUnread(operation.key);
      // The cache asks for a query again when something else is read. It has no answer for one that failed, which would wait for ever then,
      // and could not be read again.
      return unread.has(operation.key) ? fromServer(operation) : operation;
    },
    onResult({ operation, error }) {
      // Whoever asks once says what failed.
      if (operation.kind !== 'query' || operation.context['isOnce'] === true) return;
      const isUnread = error !== undefined && !isForbidden(error);
      const again = (): void => input.client.reexecuteOperation(fromServer(operation));
      noteUnread(operation.key, isUnread ? again : undefined);
    },
  })(input);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says that a part of the page could not be read, and reads it again. */
export function Unread(): ReactNode {
  const failed = useSyncExternalStore(subscribe, () => unread);
  if (failed.size === 0) return null;
  return (
    <p className="unread" role="status">
      {t('A part of this page could not be read.')}{' '}
      <button type="button" onClick={readAgain}>
        {t('Try again')}
      </button>
    </p>
  );
}

/** Reads again what could not be read. */
export function readAgain(): void {
  for (const again of unread.values()) again();
}

function fromServer(operation: Operation): Operation {
  const context = { ...operation.context, requestPolicy: 'network-only' as const };
  return makeOperation(operation.kind, operation, context);
}
