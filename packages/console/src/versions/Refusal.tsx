import { type ReactNode, useState } from 'react';
import { Refused, wordsOf } from '../app/change.js';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';

/** Why something was not made live, and, once a policy refused it, a field of the form around: the `reason` to do it in spite of that. */
export function Refusal({ refused }: { readonly refused: unknown }): ReactNode {
  const [canOverride, setCanOverride] = useState(false);
  const isByPolicy =
    refused instanceof Refused && refused.faults.some(({ reason }) => reason === 'PUBLISH_REFUSED');
  // It stays, with what was typed, while the form is sent again.
  if (isByPolicy && !canOverride) setCanOverride(true);
  return (
    <>
      <Fault words={refused === undefined ? '' : wordsOf(refused)} />
      {canOverride ? (
        <label>
          {t('Publish it in spite of that, because')}
          <input name="reason" maxLength={200} />
        </label>
      ) : null}
    </>
  );
}
