import { z } from 'zod';
import { requestClientValue, setToReported } from '../../scripts/clientValue.js';
import { defineValue } from '../kind/valueKind.js';

/** Only the client knows what it runs on, so the client is asked. */
export const deviceType = defineValue({
  type: 'Device type',
  summary: 'What the person holds in their hands: `mobile`, `tablet` or `desktop`.',
  schema: z.looseObject({}),
  enter: () => requestClientValue({ content: SCRIPT, args: [] }),
  resume: (answer, options) => setToReported(options, answer),
});

/** A browser says so of itself; a computer with a touch screen that calls itself a Mac is a tablet. */
const SCRIPT = [
  'const agent = navigator.userAgent;',
  'const isTouchMac = /Macintosh/.test(agent) && navigator.maxTouchPoints > 1;',
  "if (isTouchMac || /iPad|Tablet|Android(?!.*Mobile)/i.test(agent)) return 'tablet';",
  "return /Mobi|iPhone|Android/i.test(agent) ? 'mobile' : 'desktop';",
].join('\n');
