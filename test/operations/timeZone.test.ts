import { describe, expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { bodyOf, transportNames, openTransport, refusalOf } from '../support/transports.js';
import { ask, say, type FlowSketch } from '../support/flowOf.js';
import { makePublished, useApp } from '../support/useApp.js';

const app = useApp();

const booking: FlowSketch = {
  variables: { Opening: '2025-01-10T23:30:15.000Z' },
  groups: { Start: [ask('date input', undefined, { hasTime: true, min: '{{Opening}}' })] },
};

/** An instant as code of the flow formats it. */
const SEEN = `const at = new Date(0)
return [at.getHours(), at, at.toLocaleTimeString('en-GB'), new Intl.DateTimeFormat().resolvedOptions().timeZone].join(' | ')`;
const look = {
  type: 'Set variable',
  options: { variableId: 'vSeen', expressionToEvaluate: SEEN, isCode: true },
};
const clock: FlowSketch = {
  variables: { Seen: null },
  groups: { Start: [look, say('{{Seen}}'), ask('text input'), look, say('{{Seen}}')] },
};
const TOKYO = '9 | Thu Jan 01 1970 09:00:00 GMT+0900 (Japan Standard Time) | 09:00:00 | Asia/Tokyo';
const NOWHERE =
  '0 | Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time) | 00:00:00 | UTC';

describe.each(transportNames)('the time zone of a person over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const anyone = { token: null };

  test('is used for dates, else UTC', async () => {
    const { botId, publicId } = await makePublished(transport, botOf(booking));
    const timeZone = 'Asia/Tokyo';
    const shown = { input: { options: { min: '2025-01-11T08:30' } } };
    expect(await bodyOf(transport.startChat({ publicId, timeZone }, anyone))).toMatchObject(shown);
    expect(await bodyOf(transport.startPreview({ botId, timeZone }))).toMatchObject(shown);
    expect(await bodyOf(transport.startChat({ publicId }, anyone))).toMatchObject({
      input: { options: { min: '2025-01-10T23:30' } },
    });
  });

  test('is used for scripts, in every turn, else UTC', async () => {
    const { botId, publicId } = await makePublished(transport, botOf(clock));
    const shows = (seen: string) => ({ messages: [{ content: { plainText: seen } }] });
    for (const [timeZone, seen] of [
      ['Asia/Tokyo', TOKYO],
      [undefined, NOWHERE],
    ] as const) {
      const begun = await bodyOf(transport.startChat({ publicId, timeZone }, anyone));
      expect(begun).toMatchObject(shows(seen));
      const { sessionId } = begun;
      const next = await bodyOf(transport.continueChat({ sessionId, message: 'x' }, anyone));
      expect(next).toMatchObject(shows(seen));
      expect(await bodyOf(transport.startPreview({ botId, timeZone }))).toMatchObject(shows(seen));
    }
  });

  test('must be a known one', async () => {
    const { publicId } = await makePublished(transport, botOf(booking));
    const refusal = await refusalOf(
      transport.startChat({ publicId, timeZone: 'Mars/Base' }, anyone),
    );
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST' });
  });
});
