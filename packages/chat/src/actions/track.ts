import type { ChatOptions } from '../chat/chat.js';
import { addScript } from './injectStartProps.js';
import { textIn } from './payload.js';

/** The functions that the scripts of analytics and pixels define in a page. */
interface Trackers {
  gtag?: (...values: unknown[]) => void;
  fbq?: Pixel;
  dataLayer?: unknown[];
}

interface Pixel {
  (...values: unknown[]): void;
  readonly queue: unknown[];
}

/** The window, where those scripts put their functions. */
const trackers = (): Trackers => window as Trackers;

/** Reports an event to analytics or a pixel that the page has loaded. */
export function track(
  kind: 'analytics' | 'trackingPixel',
  payload: Readonly<Record<string, unknown>>,
  { scripts }: Pick<ChatOptions, 'scripts'>,
): void {
  if (scripts !== 'page') return;
  if (kind === 'analytics') reportEvent(payload);
  else reportToPixel(payload);
}

function reportEvent(payload: Readonly<Record<string, unknown>>): void {
  const { trackingId, category, action, label, value, sendTo } = payload;
  loadAnalytics(textIn(trackingId));
  trackers().gtag?.('event', action, {
    event_category: category,
    event_label: label,
    value,
    send_to: sendTo,
  });
}

function reportToPixel(payload: Readonly<Record<string, unknown>>): void {
  const { pixelId, isInitSkip, eventType, name, params } = payload;
  if (isInitSkip !== true) loadPixel(textIn(pixelId));
  const list: readonly { key?: string; value?: unknown }[] = Array.isArray(params) ? params : [];
  const values = Object.fromEntries(list.map(({ key = '', value }) => [key, value]));
  if (eventType === 'Custom') trackers().fbq?.('trackCustom', name, values);
  else trackers().fbq?.('track', eventType, values);
}

/** Loads Google's analytics for an id, unless the page has it. */
export function loadAnalytics(id: string): void {
  if (id === '' || trackers().gtag) return;
  const dataLayer = (trackers().dataLayer ??= []);
  // Google takes as a command what is an `arguments` object, which it knows by this member.
  trackers().gtag = (...values) => void dataLayer.push(Object.assign(values, { callee: null }));
  trackers().gtag?.('js', new Date());
  trackers().gtag?.('config', id);
  addScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`);
}

/** Loads Meta's pixel for an id, unless the page has one. */
export function loadPixel(id: string): void {
  if (id === '') return;
  if (!trackers().fbq) {
    const queue: unknown[] = [];
    trackers().fbq = Object.assign((...values: unknown[]) => void queue.push(values), {
      queue,
      version: '2.0',
    });
    addScript('https://connect.facebook.net/en_US/fbevents.js');
  }
  trackers().fbq?.('init', id);
  trackers().fbq?.('track', 'PageView');
}
