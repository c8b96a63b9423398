import { describe, expect, test } from '@jest/globals';
import { agentMessage } from '../../../src/engine/reply/textContent.js';
import { dynamicThemeEvents } from '../../../src/engine/interpreter/dynamicTheme.js';
import { replyOf } from '../../../src/engine/reply/replyOf.js';
import { publicFace } from '../../../src/engine/reply/publicFace.js';
import { chat, newSession } from '../../support/chat.js';
import { ask, flowOf, say } from '../../support/flowOf.js';
import { linesOf } from '../../support/lines.js';

test('a reply says the language in which the bot goes on, the last where it changed twice', () => {
  const inLanguages = (...languages: readonly string[]) =>
    replyOf([
      ...languages.map((language) => ({ kind: 'language' as const, language })),
      { kind: 'turnEnd', isEnded: false },
    ]).language;
  expect([inLanguages(), inLanguages('de', 'fr')]).toEqual([undefined, 'fr']);
});

describe('what a page loads at the start', () => {
  const tracking = (options?: object) => ({ type: 'Tracking pixel', ...(options && { options }) });
  const flow = flowOf({
    variables: { Id: 'X' },
    groups: {
      Start: [say('Hello'), ask('text input'), say('Bye')],
      Later: [
        tracking(),
        tracking({ pixelId: '' }),
        tracking({ pixelId: 'p1' }),
        tracking({ pixelId: 'p2', isInitSkip: true }),
        tracking({ pixelId: 'p3', isInitSkip: false }),
        { type: 'Analytics', options: { trackingId: 7 } },
        { type: 'Analytics', options: { trackingId: 'a1' } },
        { type: 'Analytics', options: { trackingId: 'a2' } },
      ],
    },
    settings: { metadata: { customHeadCode: '<meta name="{{Id}}">' } },
  });
  const props = {
    analyticsId: 'a1',
    trackingPixelIds: ['p1', 'p3'],
    customHeadCode: '<meta name="{{Id}}">',
  };

  test('is the first action of a live chat, once, with the code as its author wrote it', () => {
    const turns = chat(flow, ['x'], { isPreview: false, resultId: 'r' });
    expect(turns[0]?.events[0]).toEqual({
      kind: 'action',
      action: { type: 'startPropsToInject', startPropsToInject: props },
    });
    expect(turns[1]?.events.some(({ kind }) => kind === 'action')).toBe(false);
  });

  test('is only logged in a preview', () => {
    expect(linesOf(chat(flow)[0]?.events ?? [])[0]).toBe(
      'log: info: Not active in a preview: analytics, tracking pixel, code for the head of the page',
    );
  });
});

describe('a theme that follows variables', () => {
  const avatars = (chatTheme: object, general?: object) =>
    flowOf({
      variables: { Face: 'a.png', Other: null },
      theme: { chat: chatTheme, ...(general && { general }) },
      groups: { Start: [{ type: 'Bot link', options: { botId: 'inner' } }] },
    });
  const shown = (flow: ReturnType<typeof flowOf>) =>
    dynamicThemeEvents(() => flow, newSession(flow)).map((event) =>
      event.kind === 'dynamicTheme' ? event.dynamicTheme : event,
    );

  test('has the avatar of the bot unless it is off, and of the visitor only if it is on', () => {
    const url = '{{Face}}';
    expect(shown(avatars({ hostAvatar: { url }, guestAvatar: { url } }))).toEqual([
      { hostAvatarUrl: 'a.png' },
    ]);
    const on = { hostAvatar: { url, isEnabled: false }, guestAvatar: { url, isEnabled: true } };
    expect(shown(avatars(on))).toEqual([{ guestAvatarUrl: 'a.png' }]);
    expect(shown(avatars({ hostAvatar: { url: 'fixed.png' } }))).toEqual([]);
    expect(shown(avatars({}, { background: { type: 'Color', content: '{{Other}}' } }))).toEqual([
      { backgroundUrl: '' },
    ]);
    expect(dynamicThemeEvents(() => undefined, newSession(avatars(on)))).toEqual([]);
  });

  test('uses the variables of the running bot first', () => {
    const flow = avatars({ hostAvatar: { url: '{{Face}}{{Mood}}' } });
    const inner = flowOf(
      {
        variables: { Face: null, Mood: null },
        groups: { Start: [ask('text input', 'Mood'), ask('text input')] },
      },
      'inner',
    );
    const [, turn] = chat(flow, ['!'], { flows: [inner] });
    expect(linesOf(turn?.events ?? []).at(-1)).toBe('theme: {"hostAvatarUrl":"a.png!"}');
  });
});

describe('a style sheet', () => {
  test('loses its comments', () => {
    const flow = flowOf({ groups: {}, theme: { customCss: 'a {}/* of ours\n */b {}/**/' } });
    expect(publicFace(flow, newSession(flow)).theme.customCss).toBe('a {}b {}');
    const plain = flowOf({ groups: {} });
    expect(publicFace(plain, newSession(plain)).theme).toEqual({});
  });
});

describe('a log', () => {
  test('shows its details only to authors of the bot', () => {
    const spinning = flowOf({ groups: { Start: [{ type: 'Wait', to: 'Start' }] } });
    const log = (isPreview: boolean) =>
      chat(spinning, [], { isPreview }).flatMap(({ events }) =>
        events.filter(({ kind }) => kind === 'log'),
      );
    expect(log(true)).toMatchObject([{ log: { details: { botId: 'bot' } } }]);
    expect(log(false)).toHaveLength(1);
    expect(log(false)[0]).not.toHaveProperty('log.details');
  });
});

test('a message of an agent is a text with a paragraph for each line', () => {
  const message = agentMessage('m', 'Hello,\nGrace here');
  expect(linesOf([{ kind: 'message', message, isFromAgent: true }])).toEqual([
    'bot: Hello,\nGrace here',
  ]);
  expect(message).toMatchObject({ id: 'm', type: 'text', content: { type: 'richText' } });
});
