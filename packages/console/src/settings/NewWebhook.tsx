import type { ReactNode } from 'react';
import { LineForm } from '../ui/LineForm.js';
import { EVENTS, type EventType } from './webhookEvents.js';
import { t } from '../i18n/t.js';

/** Where events are sent, and which. */
interface Chosen {
  readonly url: string;
  readonly eventTypes: EventType[];
}

/** Asks for the address of a new webhook, and what it receives. */
export function NewWebhook({
  create,
}: {
  readonly create: (chosen: Chosen) => Promise<boolean>;
}): ReactNode {
  const submit = async (form: FormData): Promise<boolean> =>
    create({
      url: String(form.get('url')),
      // The values of the boxes below.
      eventTypes: form.getAll('eventTypes') as EventType[],
    });
  return (
    <LineForm title={t('New webhook')} button={t('Add')} submit={submit}>
      <input
        name="url"
        type="url"
        aria-label={t('Address')}
        placeholder="https://example.com/events"
        required
      />
      <fieldset className="choicesOf">
        <legend>{t('What to send')}</legend>
        {Object.entries(EVENTS)
          // A test is sent whatever is chosen.
          .filter(([type]) => type !== 'WEBHOOK_TEST')
          .map(([type, words]) => (
            <label key={type} className="check">
              <input
                type="checkbox"
                name="eventTypes"
                value={type}
                defaultChecked={type === 'RESULT_COMPLETED'}
              />{' '}
              {words}
            </label>
          ))}
      </fieldset>
    </LineForm>
  );
}
