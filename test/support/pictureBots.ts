import { botOf } from './botOf.js';
import { ask, say } from './flowOf.js';
import { inputKinds } from './inputKinds.js';

/** Nobody waits for messages to be written. */
export const settings = { typingEmulation: { enabled: false } };

const choices = (...labels: readonly string[]) =>
  labels.map((content, index) => ({ id: `item${index}`, content }));

/** The bot of a shop, which asks about an order. */
export const helper = botOf({
  settings,
  groups: {
    Start: [
      say('Hello! This is Acme Garden Tools.'),
      say('What is it about?'),
      { ...ask('choice input'), items: choices('An order', 'A delivery', 'Something else') },
      say('Gladly. What is the number of your order?'),
      ask('number input'),
      say(
        'Thank you. It left our workshop yesterday and will be with you on Thursday.\nShall we text you when it is at the door?',
      ),
      { ...ask('choice input'), items: choices('Yes, please', 'No, thank you') },
    ],
  },
});

const leaf = (text: string, mark?: string) => ({ text, ...(mark && { [mark]: true }) });
const item = (text: string) => ({
  type: 'li',
  children: [{ type: 'lic', children: [leaf(text)] }],
});

const text = {
  type: 'text',
  content: {
    richText: [
      {
        type: 'p',
        children: [
          ...[leaf('A text may be '), leaf('bold', 'bold'), leaf(', '), leaf('italic', 'italic')],
          ...[leaf(' or '), leaf('underlined', 'underline'), leaf(', hold ')],
          ...[{ type: 'a', url: 'https://example.com', children: [leaf('a link')] }],
          leaf(' and lists:'),
        ],
      },
      { type: 'ul', children: [item('one thing'), item('another')] },
      { type: 'ol', children: [item('the first'), item('the second')] },
    ],
  },
};

const LANDSCAPE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="480" height="270"><rect width="480" height="270" fill="#7c9cf5"/><circle cx="370" cy="80" r="36" fill="#fff6d6"/><path d="M0 270 160 110l100 100 70-60 150 120z" fill="#2f6b4f"/></svg>')}`;

/** The same shop with a theme of its own colours. */
const themed = botOf({
  settings: { ...settings, general: { isBrandingEnabled: true } },
  theme: {
    general: {
      background: { type: 'Color', content: '#1f3d2f' },
      progressBar: { isEnabled: true, color: '#f2c14e', backgroundColor: '#16291f', thickness: 6 },
    },
    chat: {
      roundness: 'large',
      hostAvatar: { isEnabled: true, url: LANDSCAPE },
      guestAvatar: { isEnabled: true },
      hostBubbles: { backgroundColor: '#f6f1e4', color: '#1f2a24' },
      guestBubbles: { backgroundColor: '#f2c14e', color: '#2a2108' },
      buttons: {
        backgroundColor: '#2f6b4f',
        color: '#ffffff',
        border: { thickness: 2, color: '#f2c14e' },
      },
      inputs: { backgroundColor: '#f6f1e4', color: '#1f2a24', placeholderColor: '#5c6a60' },
    },
  },
  groups: {
    Start: [
      say('Hello! Shall we bring your order?'),
      { ...ask('choice input'), items: choices('Yes, please', 'I will fetch it') },
      say('When are you away? We will not come then.'),
      ask('date input', undefined, {
        isRange: true,
        labels: { from: 'Departure:', to: 'Return:', button: 'Send' },
      }),
      say('How was your last order?'),
      ask('rating input', undefined, { length: 5, labels: { left: 'Poor', right: 'Very good' } }),
    ],
  },
});

const messages = botOf({
  settings,
  groups: {
    Start: [
      text,
      { type: 'image', content: { url: LANDSCAPE } },
      { type: 'video', content: { type: 'youtube', id: 'dQw4w9WgXcQ' } },
      { type: 'audio', content: { url: 'https://example.com/a.mp3', isAutoplayEnabled: false } },
      { type: 'embed', content: { url: 'https://example.com/map', height: 140 } },
      ask('text input'),
    ],
  },
});

const kinds = Object.entries(inputKinds).map(([name, { block }]) => {
  const groups = { Start: [say(`Asks for ${name}`), block] };
  return [name, botOf({ settings, variables: { X: null }, groups })] as const;
});

/** The bots in the pictures, with their names. */
export const picturedBots: readonly (readonly [name: string, bot: object])[] = [
  ...kinds,
  ['helper', helper],
  ['messages', messages],
  ['themed', themed],
];

/** A bot that says goodbye. */
export const farewell = botOf({
  settings,
  groups: {
    Start: [
      say('Was this of help?'),
      { ...ask('choice input'), items: choices('Yes', 'No') },
      say('Thank you for telling us. Goodbye!'),
    ],
  },
});

/** A bot that writes Arabic, from right to left. */
export const helloFromRight = botOf({
  settings,
  theme: { general: { progressBar: { isEnabled: true, thickness: 6 } } },
  groups: {
    Start: [
      say('مرحبًا! هذا متجر أدوات الحديقة.'),
      say('بماذا يمكننا مساعدتك؟'),
      { ...ask('choice input'), items: choices('طلب', 'توصيل', 'شيء آخر') },
      say('ما رقم هاتفك؟ مثلًا 0170 1234567'),
      ask('phone number input', undefined, {
        labels: { placeholder: 'رقم الهاتف', button: 'إرسال' },
      }),
    ],
  },
});

/** The answers of other hosts in the pictures: a vendor's script, a calendar's, or a page with a label. */
export function standIn(url: string): { contentType: string; body: string } {
  if (url.startsWith('https://js.stripe.com'))
    return { contentType: 'text/javascript', body: STRIPE };
  if (url.endsWith('/embed/embed.js')) return { contentType: 'text/javascript', body: CALENDAR };
  const label = url.includes('embed/') ? 'A video of a provider' : 'An embedded page';
  const body = `<body style="display: grid; place-items: center; height: 100vh; margin: 0; background: #24283b; color: #fff; font: 16px sans-serif">${label}`;
  return { contentType: 'text/html', body };
}

/** Replaces https://js.stripe.com/v3/; its fields use the colours that they are given. */
const STRIPE = `window.Stripe = () => ({
  retrievePaymentIntent: async () => ({ paymentIntent: { status: 'requires_payment_method' } }),
  elements: ({ appearance: { variables } }) => ({ create: () => ({
    on: (name, ready) => setTimeout(ready),
    mount(place) {
      const field = (label, hint) => '<label style="display: block; flex: 1; margin-bottom: 12px">' + label
        + '<span style="display: block; padding: 10px; margin-top: 4px; border: 1px solid #8888; border-radius: ' + variables.borderRadius + '; opacity: 0.7">' + hint + '</span></label>';
      place.innerHTML = '<div style="font: 15px sans-serif; color: ' + variables.colorText + '">' + field('Card number', '1234 1234 1234 1234')
        + '<div style="display: flex; gap: 12px">' + field('Expiry', 'MM / YY') + field('CVC', 'CVC') + '</div></div>';
    },
  }) }),
})`;

/** Replaces the script of a calendar. */
const CALENDAR = `(() => {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  const call = ([name, what]) => {
    if (name !== 'inline') return;
    what.elementOrSelector.innerHTML = '<div style="display: grid; gap: 8px; padding: 8px; font: 15px sans-serif"><b>30 minutes with Ada</b>'
      + days.map((day) => '<button style="padding: 10px; font: inherit">' + day + '</button>').join('') + '</div>';
  };
  const { q } = window.Cal;
  window.Cal = (...one) => call(one);
  q.forEach(call);
})()`;
