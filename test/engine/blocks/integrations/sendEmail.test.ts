import { describe, expect, test } from '@jest/globals';
import type { EffectResult, Effect } from '../../../../src/engine/interpreter/effect.js';
import { answerOf } from '../../../support/answerOf.js';
import { effectsIn } from '../../../support/valueAfter.js';
import { chat, transcript, type ChatOptions } from '../../../support/chat.js';
import { ask, flowOf, say } from '../../../support/flowOf.js';

const live = { isPreview: false, resultId: 'result' };
const variables = {
  Name: '<b>Ada</b> & "Co"',
  To: 'ada@example.com',
  Team: ['a@example.com', null, 'b@example.com'],
  Text: 'one\n<two>',
  Files: ['https://example.com/1.pdf'],
};

/** The e-mail that a block with these options sends. */
function email(options: object) {
  const recipients = ['{{To}}'];
  const [sent] = effectsIn({ type: 'Email', options: { recipients, ...options } }, variables, live);
  if (sent?.kind !== 'sendEmail') throw new Error('No e-mail was sent');
  return sent;
}

describe('an e-mail', () => {
  test('is sent to everybody named, also in a list, with variables filled in', () => {
    const sent = email({
      credentialsId: 'mail',
      recipients: [' {{To}} ', '{{Team}}', '{{Nobody}}', ''],
      cc: ['boss@example.com'],
      bcc: ['{{Team}}'],
      replyTo: 'Ada <{{To}}>',
      subject: 'About {{To}}',
      body: 'Hi {{Name}}',
      isCustomBody: true,
      attachmentsVariableId: 'vFiles',
    });
    expect(sent).toEqual({
      kind: 'sendEmail',
      credentialsId: 'mail',
      recipients: ['ada@example.com', 'a@example.com', 'b@example.com'],
      cc: ['boss@example.com'],
      bcc: ['a@example.com', 'b@example.com'],
      replyTo: 'Ada <ada@example.com>',
      subject: 'About ada@example.com',
      body: { text: 'Hi <b>Ada</b> & "Co"' },
      attachments: ['https://example.com/1.pdf'],
    });
  });

  test.each([
    ['a@example.com, b@example.com', ['a@example.com', 'b@example.com']],
    ['a@example.com;b@example.com;', ['a@example.com', 'b@example.com']],
    [
      '"Lovelace, Ada" <a@example.com>; b@example.com',
      ['"Lovelace, Ada" <a@example.com>', 'b@example.com'],
    ],
    [
      ['a@example.com,b@example.com', 'c@example.com'],
      ['a@example.com', 'b@example.com', 'c@example.com'],
    ],
    [[',', 'a@example.com'], ['a@example.com']],
  ])('is sent to each address of a variable that holds %j', (list, recipients) => {
    const named = { recipients: ['{{List}}'], cc: ['{{List}}'], bcc: ['{{List}}'] };
    const [sent] = effectsIn({ type: 'Email', options: named }, { List: list }, live);
    expect(sent).toMatchObject({ recipients, cc: recipients, bcc: recipients });
  });

  test('is sent by the default mail server unless another is named', () => {
    expect(email({})).toMatchObject({
      credentialsId: 'default',
      subject: '',
      cc: [],
      attachments: [],
    });
  });

  test.each([
    ['text', { isCustomBody: true, body: '<i>{{To}}</i>' }, { text: '<i>ada@example.com</i>' }],
    [
      'text that is stored although it is not custom',
      { isCustomBody: false, body: 'x' },
      { text: 'x' },
    ],
    ['nothing when it is custom and empty', { isCustomBody: true }, { text: '' }],
    [
      'HTML, in which what people said stays text',
      { isCustomBody: true, isBodyCode: true, body: '<p>{{Name}}</p>' },
      { html: '<p>&lt;b&gt;Ada&lt;/b&gt; &amp; &quot;Co&quot;</p>' },
    ],
    [
      'a single text, line by line',
      { isCustomBody: true, body: '{{Text}}' },
      { html: 'one<br />&lt;two&gt;' },
    ],
    [
      'a single list, text by text',
      { isCustomBody: true, body: '{{Team}}' },
      { html: 'a@example.com<br /><br />b@example.com' },
    ],
    ['a single variable without a value', { isCustomBody: true, body: '{{Nobody}}' }, { html: '' }],
    ['answers otherwise', { body: 'ignored' }, { html: '<table></table>' }],
  ])('says %s', (_what, options, body) => {
    expect(email(options).body).toEqual(body);
  });

  test('lists all answers when it has no body of its own', () => {
    const flow = flowOf({
      variables: { Name: null },
      groups: {
        Start: [
          ask('text input', 'Name'),
          { type: 'Email', options: { recipients: ['a@example.com'], isCustomBody: false } },
        ],
      },
    });
    const asked: Effect[] = [];
    const answer = (one: Effect): EffectResult => {
      asked.push(one);
      return answerOf(one);
    };
    chat(flow, ['Ada <3'], { ...live, answer });
    expect(asked[0]).toMatchObject({
      body: { html: '<table><tr><td>Name</td><td>Ada &lt;3</td></tr></table>' },
    });
  });

  test('does not stop the flow, whether or not it was sent', () => {
    const played = (options: object | undefined, more: ChatOptions) =>
      transcript(
        flowOf({ groups: { Start: [{ type: 'Email', ...(options && { options }) }, say('on')] } }),
        [],
        more,
      );
    const options = { recipients: ['a@example.com'] };
    expect(played(options, { ...live, answer: () => ({ ok: true }) })).toEqual([
      'log: success: Email successfully sent',
      'bot: on',
    ]);
    const answer = () =>
      ({ ok: true, value: { refused: ['b@example.com'], notAttached: ['x'] } }) as const;
    expect(played(options, { ...live, answer })).toEqual([
      'log: success: Email successfully sent',
      'log: error: Email refused for some recipients',
      'log: error: Not attached, because it is not a file of this chat',
      'bot: on',
    ]);
    expect(played(options, live)).toEqual(['log: error: Email not sent', 'bot: on']);
    expect(played({ recipients: ['{{Nobody}}'] }, live)).toEqual([
      'log: error: Email not sent: it has no recipients',
      'bot: on',
    ]);
    for (const none of [undefined, {}, options]) {
      expect(played(none, {})).toEqual([
        'log: info: Emails are not sent in preview mode',
        'bot: on',
      ]);
    }
    expect(played(undefined, live)[0]).toBe('log: error: Email not sent: it has no recipients');
  });
});
