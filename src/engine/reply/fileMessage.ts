import type { Message } from './reply.js';
import { textContent } from './textContent.js';

/** A file that a person sends in a chat. */
export interface SharedFile {
  readonly url: string;
  readonly name: string;
  /** Its media type. */
  readonly type: string;
}

/** Images whose types the server reads from their bytes. */
const SHOWN = /^image\/(?:png|jpeg|gif|webp)$/;

/** The message that shows a file: a picture, a video, a recording, or else a text that leads to it. */
export function fileMessage(id: string, { url, name, type }: SharedFile): Message {
  if (SHOWN.test(type)) return { id, type: 'image', content: { url } };
  if (type.startsWith('video/')) return { id, type: 'video', content: { type: 'url', url } };
  if (type.startsWith('audio/')) {
    return { id, type: 'audio', content: { url, isAutoplayEnabled: false } };
  }
  const link = { type: 'a', url, children: [{ text: name }] };
  return { id, type: 'text', content: textContent([{ type: 'p', children: [link] }]) };
}
