import { z } from 'zod';
import { requestClientValue, setToReported } from '../../scripts/clientValue.js';
import { defineValue } from '../kind/valueKind.js';

/** Only the client knows its device, so the client runs the script. */
export const deviceType = defineValue({
  type: 'Device type',
  summary: 'What the person holds in their hands: `mobile`, `tablet` or `desktop`.',
  schema: z.looseObject({}),
  enter: () => requestClientValue({ content: SCRIPT, args: [] }),
  resume: (answer, options) => setToReported(options, answer),
});

/** Browsers report a touch-screen computer that calls itself a Mac: it is a tablet. */
const SCRIPT = [
  'const agent = navigator.userAgent;',
  'const isTouchMac = /Macintosh/.test(agent) && navigator.maxTouchPoints > 1;',
  "if (isTouchMac || /iPad|Tablet|Android(?!.*Mobile)/i.test(agent)) return 'tablet';",
  "return /Mobi|iPhone|Android/i.test(agent) ? 'mobile' : 'desktop';",
].join('\n');
