import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { z } from 'zod';
import { parseUrl } from '../parseUrl.js';

/** The messages of a block, as the engine gives them. */
export const messagesSchema = z.array(
  z.looseObject({
    role: z.enum(['system', 'user', 'assistant']),
    content: z.string(),
    name: z.string().optional(),
  }),
);

/** A dialogue for a model. Addresses of images in what the user says are sent as images to a model that sees. */
export function promptOf(
  messages: z.infer<typeof messagesSchema>,
  sees: boolean,
): LanguageModelV3Prompt {
  return messages.map(({ role, content, name }): LanguageModelV3Message => {
    const named = providerOptionsOf(name);
    if (role === 'system') return { role, content, ...named };
    const text = { type: 'text', text: content } as const;
    if (role === 'assistant') return { role, content: [text], ...named };
    const images = (sees ? imagesIn(content) : []).map(
      (data) => ({ type: 'file', mediaType: 'image/*', data }) as const,
    );
    // The library reads the name of a message that is one text from that text.
    if (images.length === 0) return { role, content: [{ ...text, ...named }] };
    return { role, content: [text, ...images], ...named };
  });
}

/** A name in the letters that OpenAI takes (https://developers.openai.com/api/reference/resources/chat). */
function providerOptionsOf(name = '') {
  const allowed = name.replace(/[\s<|\\/>]+/g, '_').slice(0, LONGEST_NAME);
  return allowed === '' ? {} : { providerOptions: { openaiCompatible: { name: allowed } } };
}

const LONGEST_NAME = 64;

/** More images of one message are not sent. */
const MOST_IMAGES = 10;

function imagesIn(text: string): URL[] {
  const words = text.split(/\s+/).filter((word) => IMAGE.test(word));
  return words.flatMap((word) => parseUrl(word) ?? []).slice(0, MOST_IMAGES);
}

const IMAGE = /^https?:\/\/[^?#]+\.(?:png|jpe?g|gif|webp)(?:[?#]|$)/i;
