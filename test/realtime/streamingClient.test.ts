import { expect, test } from '@jest/globals';
import { bodyOf } from '../support/transports.js';
import { asker, rest, model, said } from '../support/streamedChats.js';

test('a client that offers to stream gets the text in the reply, because it could stream from nowhere', async () => {
  const { publicId } = await asker();
  const { sessionId } = await bodyOf(rest.startChat({ publicId, isStreamEnabled: true }));
  const reply = bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
  const call = await model.next();
  call.say('Because.');
  call.end();
  expect(await reply).not.toHaveProperty('clientSideActions');
  expect(said(await reply)).toEqual(['Because.', '42 tokens']);
  const next = bodyOf(rest.continueChat({ sessionId, message: 'And then?' }));
  (await model.next()).refuse(500, 'broken');
  expect((await next).input).toMatchObject({ type: 'text input' });
});
