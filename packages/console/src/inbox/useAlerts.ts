import { useState } from 'react';
import { server } from '../app/server.js';
import type { InboxChat } from './inboxList.js';
import { t } from '../i18n/t.js';

/** How somebody learns of news, and whether letters are keys. */
export interface Wishes {
  readonly notifies: boolean;
  readonly sounds: boolean;
  readonly letters: boolean;
}

const KEY = 'parley-inbox';
const USUAL: Wishes = { notifies: false, sounds: false, letters: true };

/** The wishes of the person at this browser, and what shows them news. */
export function useAlerts() {
  const [wishes, setWishes] = useState(readWishes);
  return {
    wishes,
    async set(changed: Partial<Wishes>): Promise<void> {
      const isAllowed = !changed.notifies || (await Notification.requestPermission()) === 'granted';
      const now = { ...wishes, ...changed, ...(!isAllowed && { notifies: false }) };
      localStorage.setItem(KEY, JSON.stringify(now));
      setWishes(now);
    },
    tell(news: readonly InboxChat[]): void {
      const [first] = news;
      if (!first) return;
      if (wishes.sounds) beep();
      if (wishes.notifies && document.hidden) show(first);
    },
  };
}

function readWishes(): Wishes {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Wishes>) };
  } catch {
    return USUAL;
  }
}

/** One notification for each chat: a newer one takes its place. */
function show({ id, last }: InboxChat): void {
  const about = { body: last?.text ?? '', tag: id, icon: `${server}/icon.svg` };
  const notification = new Notification(t('Somebody waits in the inbox'), about);
  notification.onclick = () => window.focus();
}

/** A short, quiet tone. */
function beep(): void {
  const sound = new AudioContext();
  const tone = sound.createOscillator();
  const volume = sound.createGain();
  volume.gain.value = 0.1;
  tone.frequency.value = 660;
  tone.connect(volume).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.15);
  tone.onended = () => void sound.close();
}
