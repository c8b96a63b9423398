import { z } from 'zod';
import { requestClientValue, setToReported } from '../../scripts/clientValue.js';
import { defineValue, setTo } from '../kind/valueKind.js';

/** Only the client knows its device, so the client runs the script. A messenger does not tell, so the variable is cleared. */
export const deviceType = defineValue({
  type: 'Device type',
  summary:
    'What the person holds in their hands: `mobile`, `tablet` or `desktop`; nothing in a messenger.',
  schema: z.looseObject({}),
  enter: (options, { settings }) =>
    settings.messenger ? setTo(options, null) : requestClientValue({ content: SCRIPT, args: [] }),
  resume: (answer, options) => setToReported(options, answer),
});

/** Browsers report a touch-screen computer that calls itself a Mac: it is a tablet. */
const SCRIPT = [
  'const agent = navigator.userAgent;',
  'const isTouchMac = /Macintosh/.test(agent) && navigator.maxTouchPoints > 1;',
  "if (isTouchMac || /iPad|Tablet|Android(?!.*Mobile)/i.test(agent)) return 'tablet';",
  "return /Mobi|iPhone|Android/i.test(agent) ? 'mobile' : 'desktop';",
].join('\n');
