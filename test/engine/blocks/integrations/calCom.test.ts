import { describe, expect, test } from '@jest/globals';
import { chat, transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';
import { runCode } from '../../../support/valueAfter.js';

const booking = { action: 'Book event', saveBookedDateInVariableId: 'vDate' };
const variables = { Name: 'Ada', Date: 'none' };

function contentOf(options: object): unknown {
  const block = { type: 'cal-com', options: { ...booking, ...options } };
  const [event] = chat(flowOf({ variables, groups: { Start: [block] } }))[0]?.events ?? [];
  return event?.kind === 'message' ? event.message.content : event;
}

/** The function with which code listens to a calendar. */
type Listen = (
  on: string,
  to: { readonly action: string; readonly callback: (event: object) => void },
) => void;

describe('a calendar', () => {
  test('is shown with the known name and e-mail address', () => {
    const options = {
      baseUrl: 'https://cal.example.com/',
      link: 'https://cal.com/ada/meeting',
      layout: 'Weekly',
      name: '{{Name}}',
      email: '{{Nobody}}',
      additionalNotes: 'Hello',
      phone: '+331',
      anyPrefilledInformations: [{ questionId: 'why', value: '{{Name}}' }, { value: 'x' }],
    };
    expect(contentOf(options)).toMatchObject({
      initFunction: {
        args: {
          baseUrl: 'https://cal.example.com',
          link: 'ada/meeting',
          layout: 'week_view',
          config: { name: 'Ada', notes: 'Hello', attendeePhoneNumber: '+331', why: 'Ada' },
        },
      },
      waitForEventFunction: { args: {} },
    });
    expect(contentOf({ link: 'ada/meeting' })).toMatchObject({
      initFunction: {
        args: {
          baseUrl: 'https://app.cal.com',
          link: 'ada/meeting',
          layout: 'month_view',
          config: {},
        },
      },
    });
  });

  test('is shown by code that a client can run', () => {
    const { initFunction, waitForEventFunction } = contentOf({ link: 'ada/meeting' }) as {
      initFunction: { args: object; content: string };
      waitForEventFunction: { content: string };
    }; // The test above checks this shape.
    const calls: unknown[] = [];
    const said: unknown[] = [];
    const Cal = (...call: unknown[]) => void calls.push(call);
    const { args, content } = initFunction;
    runCode(content, { ...args, botElement: 'here', window: { Cal } });
    expect(calls).toEqual([
      [
        'inline',
        {
          elementOrSelector: 'here',
          calLink: 'ada/meeting',
          layout: 'month_view',
          config: { layout: 'month_view' },
        },
      ],
    ]);
    const continueFlow = (text: string) => said.push(text);
    const wait = (Cal: Listen) =>
      runCode(waitForEventFunction.content, { window: { Cal }, continueFlow });
    wait((_on, { action, callback }) => {
      const isLater = action === 'bookingSuccessfulV2';
      callback({
        detail: { data: isLater ? { startTime: '2025-01-02' } : { date: '2025-01-03' } },
      });
    });
    expect(said).toEqual(['2025-01-02']);
    wait((_on, { action, callback }) => {
      if (action === 'bookingSuccessful') callback({ detail: { data: { date: '2025-01-03' } } });
    });
    expect(said).toEqual(['2025-01-02', '2025-01-03']);
  });

  test('waits until a date is booked, and stores it', () => {
    const block = { type: 'cal-com', options: { ...booking, link: 'ada/meeting' } };
    const flow = flowOf({ variables, groups: { Start: [block, say('{{Date}}')] } });
    expect(transcript(flow)).toHaveLength(1);
    expect(transcript(flow, ['2025-01-02']).at(-1)).toBe('bot: 2025-01-02');
    expect(transcript(flow, [null]).at(-1)).toBe('bot: none');
    const { saveBookedDateInVariableId: _save, ...unsaved } = block.options;
    const groups = { Start: [{ ...block, options: unsaved }, say('{{Date}}')] };
    expect(transcript(flowOf({ variables, groups }), ['2025']).at(-1)).toBe('bot: none');
  });

  test('without a name is skipped with a log', () => {
    const flow = flowOf({
      variables,
      groups: { Start: [{ type: 'cal-com', options: booking }, say('on')] },
    });
    expect(transcript(flow)).toEqual(['log: error: No calendar to book in is set', 'bot: on']);
  });
});
