import { describe, expect, test } from '@jest/globals';
import { botOf } from '../support/botOf.js';
import { bodyOf, doorNames, openDoor, refusalOf } from '../support/doors.js';
import { ask, type FlowSketch } from '../support/flowOf.js';
import { makePublished, useApp } from '../support/useApp.js';

const app = useApp();

const booking: FlowSketch = {
  variables: { Opening: '2025-01-10T23:30:15.000Z' },
  groups: { Start: [ask('date input', undefined, { hasTime: true, min: '{{Opening}}' })] },
};

describe.each(doorNames)('the time zone of a person over %s', (name) => {
  const door = openDoor(name, () => app().url);
  const anyone = { token: null };

  test('is the one dates are shown in, and UTC without', async () => {
    const { botId, publicId } = await makePublished(door, botOf(booking));
    const timeZone = 'Asia/Tokyo';
    const shown = { input: { options: { min: '2025-01-11T08:30' } } };
    expect(await bodyOf(door.startChat({ publicId, timeZone }, anyone))).toMatchObject(shown);
    expect(await bodyOf(door.startPreview({ botId, timeZone }))).toMatchObject(shown);
    expect(await bodyOf(door.startChat({ publicId }, anyone))).toMatchObject({
      input: { options: { min: '2025-01-10T23:30' } },
    });
  });

  test('must be a known one', async () => {
    const { publicId } = await makePublished(door, botOf(booking));
    const refusal = await refusalOf(door.startChat({ publicId, timeZone: 'Mars/Base' }, anyone));
    expect(refusal).toMatchObject({ code: 'BAD_REQUEST' });
  });
});
