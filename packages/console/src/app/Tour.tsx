import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../i18n/t.js';
import { server } from './server.js';

const KEY = 'parley-tour';

/** How far the tour of this browser is: it begins in a workspace without bots, and never again after its end. */
function useTour(isToBegin: boolean) {
  const [state, setState] = useState(() => localStorage.getItem(KEY));
  if (isToBegin && state === null) localStorage.setItem(KEY, 'on');
  const isOn = state === 'on' || (isToBegin && state === null);
  const end = (): void => {
    localStorage.setItem(KEY, 'done');
    setState('done');
  };
  return { isOn, end };
}

/** The first step of the tour, for who has no bot yet. */
export function TourBegins(): ReactNode {
  const tour = useTour(true);
  return tour.isOn ? <Step number={1} end={tour.end} /> : null;
}

/** The steps of the tour in a bot, which end with its link. */
export function TourOfBot({
  publicId,
  isChanged,
  isTrying,
}: {
  /** The name in its address; null as long as it is not published. */
  readonly publicId: string | null;
  /** Whether the person has changed it. */
  readonly isChanged: boolean;
  /** Whether a chat with it runs beside the flow. */
  readonly isTrying: boolean;
}): ReactNode {
  const tour = useTour(false);
  const [step, setStep] = useState<2 | 3 | 4>(2);
  useEffect(() => {
    if (isTrying) setStep(4);
  }, [isTrying]);
  if (!tour.isOn) return null;
  if (publicId !== null) {
    const address = `${server}/${publicId}`;
    return (
      <Bar end={tour.end} button={t('Finish the tour')}>
        {t('Your bot is live:')} <a href={address}>{address}</a>
      </Bar>
    );
  }
  const shown = step === 2 && isChanged ? 3 : step;
  const next = shown === 4 ? undefined : () => setStep(shown === 2 ? 3 : 4);
  return <Step number={shown} next={next} end={tour.end} />;
}

const STEPS = {
  1: t('Make a bot: press “New bot”, and choose an example or an empty one.'),
  2: t('Change it: add a block or choose one in the flow, and write in the form at its side.'),
  3: t('Try it: press “Try it” over the flow, and answer as a visitor would.'),
  4: t('Publish it: press “Publish”, and confirm.'),
} as const;

function Step({
  number,
  next,
  end,
}: {
  readonly number: keyof typeof STEPS;
  readonly next?: (() => void) | undefined;
  readonly end: () => void;
}): ReactNode {
  return (
    <Bar end={end} button={t('End the tour')}>
      <strong>{t('Step {number} of 4', { number })}</strong> {STEPS[number]}{' '}
      {next ? (
        <button type="button" onClick={next}>
          {t('Next')}
        </button>
      ) : null}
    </Bar>
  );
}

function Bar({
  button,
  end,
  children,
}: {
  readonly button: string;
  readonly end: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section
      className="tour"
      aria-label={t('Tour')}
      onKeyDown={({ key }) => {
        if (key === 'Escape') end();
      }}
    >
      <p role="status">{children}</p>
      <button type="button" onClick={end}>
        {button}
      </button>
    </section>
  );
}
