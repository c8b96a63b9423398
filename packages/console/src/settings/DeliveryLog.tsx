import { Deliveries, type DeliveriesQuery, ResendDelivery } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { useData } from '../app/server.js';
import { Loading } from '../ui/Loading.js';
import { When } from '../ui/When.js';
import { useAction } from '../app/useAction.js';
import { EVENTS } from './webhookEvents.js';
import { Fault } from '../ui/Fault.js';
import { locale, t } from '../i18n/t.js';

type Webhook = Extract<NonNullable<DeliveriesQuery['node']>, { readonly deliveries: unknown }>;
type Delivery = Webhook['deliveries']['nodes'][number];

const STATES: Readonly<Record<Delivery['status'], string>> = {
  DELIVERED: t('Delivered'),
  FAILED: t('Failed'),
  PENDING: t('Waiting'),
};

/** What was sent to a webhook, newest first. */
export function DeliveryLog({ webhookId }: { readonly webhookId: string }): ReactNode {
  const [after, setAfter] = useState<string | null>(null);
  const { data, fault, reload } = useData(Deliveries, { webhookId, after });
  const action = useAction(reload);
  const page = data?.node && 'deliveries' in data.node ? data.node.deliveries : undefined;
  const words = action.fault === '' ? fault : action.fault;
  const resend = (webhookDeliveryId: string): void =>
    void action.run(change(ResendDelivery, { input: { webhookDeliveryId } }));
  return (
    <div className="wholeRow" role="region" aria-label={t('Deliveries')}>
      <Fault words={words} />
      {page ? <Rows deliveries={page.nodes} resend={resend} /> : fault ? null : <Loading />}
      <Pager isFirst={after === null} next={page?.nextCursor ?? null} {...{ reload, setAfter }} />
    </div>
  );
}

function Rows({
  deliveries,
  resend,
}: {
  readonly deliveries: readonly Delivery[];
  readonly resend: (deliveryId: string) => void;
}): ReactNode {
  if (deliveries.length === 0) return <p className="soft">{t('Nothing was sent yet.')}</p>;
  return (
    <ul className="rows">
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} resend={() => resend(delivery.id)} />
      ))}
    </ul>
  );
}

function Pager({
  isFirst,
  next,
  reload,
  setAfter,
}: {
  readonly isFirst: boolean;
  readonly next: string | null;
  readonly reload: () => void;
  readonly setAfter: (cursor: string | null) => void;
}): ReactNode {
  return (
    <p className="pager">
      <button type="button" onClick={reload}>
        {t('Refresh')}
      </button>
      <button type="button" disabled={isFirst} onClick={() => setAfter(null)}>
        {t('Newest')}
      </button>
      <button type="button" disabled={next === null} onClick={() => setAfter(next)}>
        {t('Older')}
      </button>
    </p>
  );
}

function DeliveryRow({
  delivery: { eventType, status, createdAt, attempts, statusCode, error, response },
  resend,
}: {
  readonly delivery: Delivery;
  readonly resend: () => void;
}): ReactNode {
  const answer = statusCode === null ? error : t('answered {status}', { status: statusCode });
  return (
    <li>
      <span className="rowText">
        <span>
          <strong>{EVENTS[eventType]}</strong>, <When at={createdAt} />
        </span>
        <span className="soft">
          {t('{state} after 1 attempt|{state} after {count} attempts', {
            state: STATES[status],
            count: attempts,
          })}
          {answer === null ? '' : `: ${answer}`}
        </span>
        {response ? <code>{response.slice(0, 200)}</code> : null}
      </span>
      {status === 'PENDING' ? null : (
        <button
          type="button"
          aria-label={t('Send again: {event} of {time}', {
            event: EVENTS[eventType],
            time: new Date(createdAt).toLocaleString(locale),
          })}
          onClick={resend}
        >
          {t('Send again')}
        </button>
      )}
    </li>
  );
}
