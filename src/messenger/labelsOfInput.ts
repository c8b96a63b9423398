import { z } from 'zod';
import type { InputRequest } from '../engine/index.js';

const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const optionsSchema = z
  .object({
    labels: z.object({ left: text, right: text, from: text, to: text }).optional().catch(undefined),
    startsAt: number,
    length: number,
    isRange: z.boolean().optional().catch(undefined),
  })
  .catch({});

/**
 * What an author wrote beside the field of an input without choices: the ends of a scale, or which of two dates is which. Texts on the
 * controls of a page (placeholders, buttons that send or upload) have no place in a messenger.
 */
export function labelsOfInput({ type, options = {} }: InputRequest): string {
  const { labels = {}, startsAt = 0, length = 10, isRange } = optionsSchema.parse(options);
  if (type === 'rating input') {
    const ends = [
      labels.left && `${startsAt}: ${labels.left}`,
      labels.right && `${length}: ${labels.right}`,
    ];
    return ends.filter(Boolean).join('\n');
  }
  return type === 'date input' && isRange
    ? [labels.from, labels.to].filter(Boolean).join(' … ')
    : '';
}
