import type { ChatOptions } from '../chat/chat.js';
import { isFirst } from './isFirst.js';
import { textIn } from '../json.js';

/** The functions that the scripts of analytics and pixels define in the window. */
interface Trackers {
  gtag?: (...values: unknown[]) => void;
  fbq?: Pixel;
  dataLayer?: unknown[];
}

interface Pixel {
  (...values: unknown[]): void;
  readonly queue: unknown[];
  readonly callMethod?: (...values: unknown[]) => void;
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

/** Loads Google's analytics for an id, once. A page that has loaded them already only gets the id. */
export function loadAnalytics(id: string): void {
  if (id === '' || !isFirst(`analytics ${id}`)) return;
  if (!trackers().gtag) {
    const dataLayer = (trackers().dataLayer ??= []);
    // Google accepts only `arguments` objects as commands, and recognizes them by this member.
    trackers().gtag = (...values) => void dataLayer.push(Object.assign(values, { callee: null }));
    trackers().gtag?.('js', new Date());
    addScript(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`);
  }
  trackers().gtag?.('config', id);
}

/** Loads a container of Google's tag manager, once. What is in the data layer of the page stays there. */
export function loadTagManager(id: string): void {
  if (id === '' || !isFirst(`tag manager ${id}`)) return;
  (trackers().dataLayer ??= []).push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  addScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`);
}

/** Loads Meta's pixel for an id, once. */
export function loadPixel(id: string): void {
  if (id === '' || !isFirst(`pixel ${id}`)) return;
  if (!trackers().fbq) {
    trackers().fbq = queueingPixel();
    addScript('https://connect.facebook.net/en_US/fbevents.js');
  }
  trackers().fbq?.('init', id);
  trackers().fbq?.('track', 'PageView');
}

/** Queues calls until the script of the pixel has loaded. That script reads the queue and sets `callMethod` for later calls. */
function queueingPixel(): Pixel {
  const queue: unknown[] = [];
  const pixel: Pixel = Object.assign(
    (...values: unknown[]) => {
      if (pixel.callMethod) pixel.callMethod(...values);
      else queue.push(values);
    },
    { queue, loaded: true, version: '2.0' },
  );
  return pixel;
}

function addScript(src: string): void {
  document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
}
