import { describe, expect, test } from '@jest/globals';
import { chat, transcript } from '../../../support/chat.js';
import { flowOf } from '../../../support/flowOf.js';

function shown(content: object): unknown {
  const variables = { Id: 'dQw4w9WgXcQ', Height: '250', Words: 'tall' };
  const flow = flowOf({ variables, groups: { Start: [{ type: 'video', content }] } });
  const event = chat(flow)[0]?.events.find(({ kind }) => kind === 'message');
  return event?.kind === 'message' ? event.message.content : undefined;
}

describe('a video', () => {
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://youtube.com/shorts/a-B_c', 'youtube', 'a-B_c'],
    ['https://youtu.be/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['youtu.be/{{Id}}', 'youtube', 'dQw4w9WgXcQ'],
    [' https://vimeo.com/76979871 ', 'vimeo', '76979871'],
    ['https://www.tiktok.com/@some.one/video/7012345', 'tiktok', '7012345'],
    ['https://play.gumlet.com/watch/64a1b2', 'gumlet', '64a1b2'],
    ['https://gumlet.tv/watch/64a1b2/', 'gumlet', '64a1b2'],
  ])('at %s is one of %s', (url, type, id) => {
    expect(shown({ url })).toMatchObject({ type, id });
  });

  test.each([
    'https://example.com/film.mp4',
    'https://example.com/?of=youtube.com/watch?v=x',
    'https://youtube.com/@channel',
    'https://vimeo.com/about',
    'not an address',
  ])('at %s is a file, whatever was stored', (url) => {
    expect(shown({ url, type: 'youtube', id: 'old' })).toEqual({ type: 'url', url });
  });

  test('keeps the options in its address, under the names of the player', () => {
    const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90&list=x#top';
    expect(shown({ url })).toMatchObject({ queryParamsStr: '?list=x&start=90', url });
    expect(shown({ url: 'https://youtu.be/a?t=5' })).toMatchObject({ queryParamsStr: '?start=5' });
    const stored = { url: 'https://youtu.be/a', queryParamsStr: '?mute=1' };
    expect(shown(stored)).toMatchObject({ queryParamsStr: '?mute=1' });
  });

  test('leaves out the part after the id on other sites', () => {
    expect(shown({ url: 'https://vimeo.com/123?share=copy' })).toEqual({
      type: 'vimeo',
      id: '123',
      url: 'https://vimeo.com/123',
    });
  });

  test('in a drive is the file, not the page around it', () => {
    expect(shown({ url: 'https://onedrive.live.com/embed?cid=1&resid=2' })).toEqual({
      type: 'url',
      url: 'https://onedrive.live.com/download?cid=1&resid=2',
    });
  });

  test.each([
    [300, 300],
    ['300', 300],
    ['300,5', 300.5],
    ['200px', 200],
    ['{{Height}}', 250],
    ['{{Words}}', undefined],
    [undefined, undefined],
  ])('of height %j is sent with %j', (height, sent) => {
    const expected = { type: 'youtube', id: 'a', url: 'https://youtu.be/a' };
    expect(shown({ url: 'https://youtu.be/a', ...(height !== undefined && { height }) })).toEqual(
      sent === undefined ? expected : { ...expected, height: sent },
    );
  });

  test('keeps its options of playback', () => {
    const content = {
      aspectRatio: '9/16',
      maxWidth: '400px',
      areControlsDisplayed: false,
      isAutoplayEnabled: true,
    };
    expect(shown(content)).toEqual(content);
  });

  test('without content is skipped', () => {
    expect(transcript(flowOf({ groups: { Start: [{ type: 'video' }] } }))).toEqual([]);
  });
});
