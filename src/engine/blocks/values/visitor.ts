import { z } from 'zod';
import { requestClientValue, setToReported } from '../../scripts/clientValue.js';
import { defineValue, setTo } from '../kind/valueKind.js';

/** Only the client knows its device, so the client runs the script. A messenger does not tell, so the variable is cleared. */
export const deviceType = defineValue({
  type: 'Device type',
  label: 'Kind of device',
  summary:
    'What the person holds in their hands: `mobile`, `tablet` or `desktop`; nothing in a messenger.',
  schema: z.looseObject({}),
  enter: (options, { settings }) =>
    settings.messenger
      ? setTo(options, null)
      : requestClientValue({ content: DEVICE_SCRIPT, args: [] }),
  resume: (answer, options) => setToReported(options, answer),
});

/** Browsers report a touch-screen computer that calls itself a Mac: it is a tablet. */
const DEVICE_SCRIPT = [
  'const agent = navigator.userAgent;',
  'const isTouchMac = /Macintosh/.test(agent) && navigator.maxTouchPoints > 1;',
  "if (isTouchMac || /iPad|Tablet|Android(?!.*Mobile)/i.test(agent)) return 'tablet';",
  "return /Mobi|iPhone|Android/i.test(agent) ? 'mobile' : 'desktop';",
].join('\n');

/** The name of the visitor in a messenger; on the web it is unknown, so the variable is cleared. */
export const contactName = defineValue({
  type: 'Contact name',
  label: 'Name in the messenger',
  summary: 'The name of the person in a messenger; nothing on the web.',
  schema: z.looseObject({}),
  enter: (options, { settings }) => setTo(options, settings.messenger?.name ?? null),
});

/** The phone number of the visitor in a messenger; on the web it is unknown, so the variable is cleared. */
export const phoneNumber = defineValue({
  type: 'Phone number',
  holds: 'PHONE_NUMBER',
  label: 'Phone number in the messenger',
  summary: 'The phone number of the person in a messenger; nothing on the web.',
  schema: z.looseObject({}),
  enter: (options, { settings }) => setTo(options, settings.messenger?.phoneNumber ?? null),
});

/** The click on the advertisement that led to a messenger chat; on the web there is none, so the variable is cleared. */
export const referralClickId = defineValue({
  type: 'Referral Click ID',
  label: 'ID of the click on an advertisement',
  summary:
    'The id of the click on an advertisement that led to a messenger chat; nothing on the web.',
  schema: z.looseObject({}),
  enter: (options, { settings }) => setTo(options, settings.messenger?.referralClickId ?? null),
});

/** The advertisement that led to a messenger chat; on the web there is none, so the variable is cleared. */
export const referralSourceId = defineValue({
  type: 'Referral Source ID',
  label: 'ID of the advertisement',
  summary: 'The id of the advertisement that led to a messenger chat; nothing on the web.',
  schema: z.looseObject({}),
  enter: (options, { settings }) => setTo(options, settings.messenger?.referralSourceId ?? null),
});

/** Where the chat takes place. */
export const environmentName = defineValue({
  type: 'Environment name',
  label: 'Web or messenger',
  summary: 'Where the chat takes place: `web` or `messenger`.',
  schema: z.looseObject({}),
  enter: (options, { settings }) => setTo(options, settings.messenger ? 'messenger' : 'web'),
});
