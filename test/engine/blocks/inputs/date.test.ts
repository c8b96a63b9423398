import { describe, expect, test } from '@jest/globals';
import { chat, transcript, type ChatOptions } from '../../../support/chat.js';
import { ask, flowOf } from '../../../support/flowOf.js';
import { keptBy } from '../../../support/valueAfter.js';

/** The stored value of an answer that is given on Thursday, 2 January 2025, 03:04:05 UTC. */
const kept = (answer: string, options: object = {}, around: ChatOptions = {}) =>
  keptBy(ask('date input', 'X', options), answer, {
    ...around,
    variables: { Limit: '2025-01-10T09:30:15.000Z', Word: 'until' },
  });

function shown(options: object, around: ChatOptions = {}): unknown {
  const flow = flowOf({
    variables: { Limit: '2025-01-10T23:30:15.000Z' },
    groups: { Start: [ask('date input', undefined, options)] },
  });
  const [event] = chat(flow, [], around)[0]?.events ?? [];
  return event?.kind === 'input' ? event.input.options : undefined;
}

describe('a date input', () => {
  test.each([
    ['2024-03-05', '05/03/2024'],
    ['05/03/2024', '05/03/2024'],
    ['12/31/2024', '31/12/2024'],
    ['tomorrow', '03/01/2025'],
    ['next friday', '10/01/2025'],
    ['in 3 days', '05/01/2025'],
    ['march', '01/03/2025'],
    ['I was born on 3 March 1990 in Paris', '03/03/1990'],
    ['2024-03-05T23:30:00-05:00', '06/03/2024'],
    ['hello', undefined],
    ['5', undefined],
    ['2024-02-30', undefined],
    ['demain', undefined],
    ['', undefined],
    [`${'very '.repeat(250)} tomorrow`, undefined],
  ])('reads %j as %j', (answer, date) => {
    expect(kept(answer)).toBe(date);
  });

  test.each([
    ['05/03/2024', { format: 'yyyy-MM-dd' }, '2024-05-03'],
    ['05/03/2024', { format: "dd 'of' MMMM" }, '05 of March'],
    ['05/03/2024', { format: 'DD-MM-YYYY' }, '05-03-2024'],
    ['05/03/2024', { format: '{{Nothing}}' }, '05/03/2024'],
    ['2024-03-05 17:45', { hasTime: true }, '05/03/2024 17:45'],
    ['2024-03-05', { hasTime: true }, '05/03/2024 12:00'],
  ])('writes %j with %j as %j', (answer, options, date) => {
    expect(kept(answer, options)).toBe(date);
  });

  test('is a valid block without options', () => {
    const bare = flowOf({ groups: { Start: [{ type: 'date input' }] } });
    const [, , turn] = chat(bare, [null, 'today'], { isPreview: false, resultId: 'r' });
    expect(turn?.records[0]).toMatchObject({ content: '02/01/2025' });
  });

  test('asks again with the general retry message of the bot', () => {
    const flow = flowOf({
      settings: { general: { systemMessages: { invalidMessage: 'Pardon?' } } },
      groups: { Start: [ask('date input')] },
    });
    expect(transcript(flow, ['never'])).toContain('bot: Pardon?');
  });
});

describe('a range of dates', () => {
  test.each([
    ['from 1/2/2024 to 3/2/2024', { isRange: true }, '01/02/2024 to 03/02/2024'],
    ['2024-01-01 to 2024-02-01', { isRange: true }, '01/01/2024 to 01/02/2024'],
    ['2024-01-01 - 2024-02-01', { isRange: true }, '01/01/2024 to 01/02/2024'],
    [
      '2024-01-01 to 2024-02-01',
      { isRange: true, labels: { separator: '{{Word}}' } },
      '01/01/2024 until 01/02/2024',
    ],
    [
      '1 March 2024 until 3 March 2024',
      { isRange: true, labels: { separator: '{{Word}}' } },
      '01/03/2024 until 03/03/2024',
    ],
    [
      'I come from 5 March 2024 to 6 March 2024',
      { isRange: true, labels: { separator: '{{Word}}' } },
      '05/03/2024 until 06/03/2024',
    ],
    ['from 1 to 3 March', { isRange: true }, '01/03/2025 to 03/03/2025'],
    ['5 March to 8 March 2026', { isRange: true }, '05/03/2026 to 08/03/2026'],
    ['28 December to 3 January', { isRange: true }, '28/12/2024 to 03/01/2025'],
    ['1 June to 10 August', { isRange: true }, '01/06/2025 to 10/08/2025'],
    ['friday to monday', { isRange: true }, '03/01/2025 to 06/01/2025'],
    ['2024-01-01 to nowhere', { isRange: true }, undefined],
    ['2024-01-01', { isRange: true }, undefined],
    ['2025-01-05 to 2025-01-11', { isRange: true, max: '2025-01-10' }, undefined],
    ['2025-01-05 to 2025-01-10', { isRange: true, max: '2025-01-10' }, '05/01/2025 to 10/01/2025'],
    ['2024-01-01 to 2024-02-01', {}, '01/01/2024'],
  ])('in %j with %j is kept as %j', (answer, options, range) => {
    expect(kept(answer, options)).toBe(range);
  });
});

describe('a range of dates with times', () => {
  const timed = { isRange: true, hasTime: true };

  test.each([
    '2024-03-05 10:00 to 2024-03-06 11:30',
    '2024-03-05 10:00 - 2024-03-06 11:30',
    'from 5 March 2024 10:00 to 6 March 2024 11:30',
    '2024-03-05T10:00 to 2024-03-06T11:30',
  ])('reads both ends of %j alone', (answer) => {
    expect(kept(answer, timed)).toBe('05/03/2024 10:00 to 06/03/2024 11:30');
    expect(kept(answer, { hasTime: true })).toBe('05/03/2024 10:00');
  });

  test.each([
    ['5 March 10:00 to 6 March 11:30', '05/03/2025 10:00 to 06/03/2025 11:30'],
    ['tomorrow 10:00 to 12:00', '03/01/2025 10:00 to 03/01/2025 12:00'],
  ])('reads %j as %j', (answer, range) => {
    expect(kept(answer, timed)).toBe(range);
  });

  test('accepts its own answer again', () => {
    const range = '05/03/2024 10:00 until 06/03/2024 11:30';
    expect(kept(range, { ...timed, labels: { separator: 'until' } })).toBe(range);
  });
});

describe('the limits of a date', () => {
  test.each([
    ['2025-01-10', { max: '{{Limit}}' }, '10/01/2025'],
    ['2025-01-11', { max: '{{Limit}}' }, undefined],
    ['2025-01-10', { min: '{{Limit}}' }, '10/01/2025'],
    ['2025-01-09', { min: '{{Limit}}' }, undefined],
    ['today', { min: 'today', max: 'today' }, '02/01/2025'],
    ['2025-01-10', { max: '10/01/2025' }, '10/01/2025'],
    ['2025-01-10', { min: 'whenever', max: '' }, '10/01/2025'],
    ['2025-01-10 09:30:59', { hasTime: true, max: '{{Limit}}' }, '10/01/2025 09:30'],
    ['2025-01-10 09:31', { hasTime: true, max: '{{Limit}}' }, undefined],
    ['2025-01-10 09:29', { hasTime: true, min: '{{Limit}}' }, undefined],
    ['2025-01-10 18:00', { hasTime: true, max: '2025-01-10' }, '10/01/2025 18:00'],
  ])('let %j with %j through as %j', (answer, options, date) => {
    expect(kept(answer, options)).toBe(date);
  });

  test('are shown with their variables filled in, to the day or the minute', () => {
    expect(shown({ min: '{{Limit}}', max: 'tomorrow' })).toEqual({
      min: '2025-01-10',
      max: 'tomorrow',
    });
    expect(shown({ hasTime: true, max: '{{Limit}}' })).toEqual({
      hasTime: true,
      max: '2025-01-10T23:30',
    });
  });

  test('are shown in the zone of the person when it is known', () => {
    const tokyo = { timeZone: 'Asia/Tokyo' };
    expect(shown({ min: '{{Limit}}' }, tokyo)).toEqual({ min: '2025-01-11' });
    expect(shown({ min: '2025-99-99T00:00' }, tokyo)).toEqual({ min: '2025-99-99' });
  });
});

describe('the time zone of the person', () => {
  test.each([
    ['Asia/Tokyo', 'today', '02/01/2025 12:04'],
    ['America/New_York', 'today', '01/01/2025 22:04'],
    ['America/New_York', 'in 3 hours', '02/01/2025 01:04'],
    ['America/New_York', '2025-07-01 10:00', '01/07/2025 10:00'],
    ['America/New_York', '2025-07-01T10:00:00Z', '01/07/2025 06:00'],
    ['Asia/Kathmandu', 'now', '02/01/2025 08:49'],
    ['Asia/Kathmandu', '2025-01-05 01:00', '05/01/2025 01:00'],
  ])('in %s makes %j %j', (timeZone, answer, date) => {
    expect(kept(answer, { hasTime: true }, { timeZone })).toBe(date);
  });
});
