import { describe, expect, test } from '@jest/globals';
import type { ModelCall } from '../support/modelServer.js';
import {
  SECRET,
  asker,
  first,
  model,
  rest,
  said,
  untilShown,
  watching,
} from '../support/streamedChats.js';
import { bodyOf } from '../support/transports.js';

const TOO_LONG = 'x'.repeat(99_000);

describe('a model whose answer breaks off', () => {
  test.each<[string, string, (call: ModelCall) => void, string]>([
    [
      'because it gives up',
      'Half',
      (call) => {
        call.send(`{"error":{"message":"Too busy for ${SECRET}"}}`);
        call.end();
      },
      'Too busy for ***',
    ],
    [
      'because it hangs up',
      'Half',
      (call) => call.breakOff(),
      'the host could not be reached or broke off',
    ],
    [
      'because it has no end',
      TOO_LONG,
      (call) => call.goOn('x'.repeat(9_000)),
      'it said more than 100000 characters',
    ],
  ])(
    '%s, has said what came before; the author reads why, and the chat goes on',
    async (...row) => {
      const [, text, breakOff, why] = row;
      const { botId } = await asker();
      const { sessionId } = await bodyOf(rest.startPreview({ botId }));
      const reply = bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
      const call = await model.next();
      if (text === 'Half') {
        call.say(text);
        await untilShown(watching(first, sessionId), text);
      }
      breakOff(call);
      expect(said(await reply)).toEqual([text, ' tokens']);
      expect((await reply).logs).toEqual([
        {
          status: 'error',
          description: 'Block Answer.1 (openai: Create chat completion) broke off',
          details: `The service failed: ${why}`,
          groupId: 'Answer',
          blockId: 'Answer.1',
        },
      ]);
      await call.closed;

      const again = bodyOf(rest.continueChat({ sessionId, message: 'And now?' }));
      const next = await model.next();
      next.say('All of it');
      next.end();
      expect(said(await again)).toEqual(['All of it', '42 tokens']);
    },
  );
});
