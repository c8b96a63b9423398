import type { BlockContext, BlockResult } from '../kind/block.js';
import { customEmbed } from '../../reply/customEmbed.js';
import { defineForge } from '../../integrations/forge/defineForge.js';
import { listOf, oneOf, text, variable } from '../../integrations/forge/fields.js';
import { recordsIn, type JsonRecord } from '../../documents/jsonRecord.js';
import { toValue } from '../../values/value.js';

const QUESTION = {
  questionId: text('The question', { title: 'Question' }),
  value: text('The answer', { title: 'Answer' }),
};

/** Lets a visitor book an appointment in a calendar shown in the chat, and waits for it. */
export const calCom = defineForge({
  type: 'cal-com',
  label: 'Cal.com',
  icon: 'booking',
  searchWords: ['calendar', 'appointment', 'meeting', 'schedule'],
  summary: 'Lets somebody book an appointment in a calendar of Cal.com.',
  leaves: 'The client loads the calendar from its address and gives it the answers of the block.',
  example: { link: 'https://cal.com/ada/30min', name: '{{Name}}' },
  needsCredentials: false,
  base: {
    baseUrl: text('Where the calendar runs', {
      title: 'Address of the service',
      default: 'https://app.cal.com',
      control: 'URL',
    }),
  },
  actions: [
    {
      name: 'Book event',
      options: {
        link: text('The calendar: its address, or what follows the host in it', {
          title: 'Calendar',
        }),
        layout: oneOf(['Month', 'Weekly', 'Columns'], 'How the calendar looks', {
          default: 'Month',
        }),
        name: text('Who books'),
        email: text('The e-mail address', { title: 'E-mail address' }),
        additionalNotes: text('Notes for the appointment', {
          title: 'Notes',
          control: 'LONG_TEXT',
        }),
        phone: text('The phone number', { title: 'Phone number' }),
        saveBookedDateInVariableId: variable('for the date that was booked', {
          title: 'Save the date in',
        }),
        anyPrefilledInformations: listOf(QUESTION, 'Answers to questions of the calendar', {
          title: 'Answers',
        }),
      },
      enter: (filled, context) => showCalendar(filled, context),
      resume: (answer, { saveBookedDateInVariableId: variableId }) =>
        answer.ok && typeof answer.value === 'string' && typeof variableId === 'string'
          ? { go: 'next', set: [{ variableId, value: toValue(answer.value) }] }
          : { go: 'next' },
    },
  ],
});

const LAYOUTS: Readonly<Record<string, string>> = {
  Month: 'month_view',
  Weekly: 'week_view',
  Columns: 'column_view',
};

function showCalendar(filled: JsonRecord, context: BlockContext): BlockResult {
  const { link, baseUrl = 'https://app.cal.com', layout = 'Month' } = filled;
  if (typeof link !== 'string') {
    return {
      go: 'next',
      logs: [{ status: 'error', description: 'No calendar to book in is set' }],
    };
  }
  const args = {
    baseUrl: String(baseUrl).replace(/(?<!\/)\/+$/, ''),
    link: link.replace(/^https?:\/\/[^/]*\/+/, ''),
    layout: LAYOUTS[String(layout)],
    config: prefilled(filled),
  };
  const message = customEmbed(
    { initFunction: { args, content: SHOW }, waitForEventFunction: { args: {}, content: WAIT } },
    context,
  );
  return { go: 'client', message };
}

/** Answers to the calendar's questions, under the names the calendar uses. */
function prefilled(filled: JsonRecord): JsonRecord {
  const { name, email, additionalNotes: notes, phone: attendeePhoneNumber } = filled;
  const answers = Object.entries({ name, email, notes, attendeePhoneNumber });
  const others = recordsIn(filled['anyPrefilledInformations']);
  const all = [...answers, ...others.map(({ questionId, value }) => [questionId, value] as const)];
  return Object.fromEntries(
    all
      .filter(([key, value]) => key !== undefined && value !== undefined)
      .map(([key, value]) => [String(key), value] as const),
  );
}

/** Calls made before the script has loaded wait in a queue, which the script then reads. */
const SHOW = `if (!window.Cal) {
  const cal = (...call) => cal.q.push(call);
  window.Cal = Object.assign(cal, { q: [], ns: {}, loaded: true });
  const script = document.createElement("script");
  script.src = baseUrl + "/embed/embed.js";
  document.head.appendChild(script);
  window.Cal("init", { origin: baseUrl });
}
window.Cal("inline", { elementOrSelector: botElement, calLink: link, layout, config: { ...config, layout } });`;

/**
 * The later of the two events took the place of the other (https://cal.com/help/embedding/embed-events); calendars of one's own
 * may know only the older one. Of a calendar that sends both, the first counts.
 */
const WAIT = `let isBooked = false;
const booked = (date) => {
  if (isBooked) return;
  isBooked = true;
  continueFlow(String(date ?? ""));
};
window.Cal("on", {
  action: "bookingSuccessfulV2",
  callback: (event) => booked(event.detail.data.startTime),
});
window.Cal("on", {
  action: "bookingSuccessful",
  callback: (event) => booked(event.detail.data.date),
});`;
