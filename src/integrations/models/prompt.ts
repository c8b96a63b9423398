import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { z } from 'zod';

/** The messages of a block, as the engine gives them. */
export const messagesSchema = z.array(
  z.looseObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }),
);

/** A dialogue for a model. Addresses of images in what the user says are sent as images to a model that sees. */
export function promptOf(
  messages: z.infer<typeof messagesSchema>,
  sees: boolean,
): LanguageModelV3Prompt {
  return messages.map(({ role, content }): LanguageModelV3Message => {
    if (role === 'system') return { role, content };
    const text = { type: 'text', text: content } as const;
    if (role === 'assistant' || !sees) return { role, content: [text] };
    const images = imagesIn(content).map(
      (data) => ({ type: 'file', mediaType: 'image/*', data }) as const,
    );
    return { role, content: [text, ...images] };
  });
}

/** More images of one message are not sent. */
const MOST_IMAGES = 10;

function imagesIn(text: string): URL[] {
  const words = text.split(/\s+/).filter((word) => IMAGE.test(word) && URL.canParse(word));
  return words.slice(0, MOST_IMAGES).map((word) => new URL(word));
}

const IMAGE = /^https?:\/\/[^?#]+\.(?:png|jpe?g|gif|webp)(?:[?#]|$)/i;
