import { z } from 'zod';
import type { Pace } from '../documents/pace.js';
import type { FlowDefinition } from '../flow/flow.js';
import { flowParts, type PartPlace } from '../flow/flowParts.js';
import { hashOf } from '../interpreter/env.js';
import { SLOT } from '../text/names.js';
import { richTextNodeSchema } from '../text/richTextNode.js';
import { richTextOf } from '../text/richTextOf.js';
import { markupOf } from './markup.js';
import { rewriteTexts, type TextPlace } from './textsOfPart.js';

/** A text of a flow that can be translated. */
export interface FlowText extends PartPlace, Pick<TextPlace, 'path' | 'memberPath' | 'itemId'> {
  /** The text in the language that the flow is written in; a rich text in the markup of translations. */
  readonly source: string;
  /** The title of its member in forms. */
  readonly title: string;
  readonly isRichText: boolean;
}

/** The texts of a flow that can be translated, in its order; undefined where a step ends. Texts that hold nothing but variables are none. */
export function* flowTexts(flow: FlowDefinition, isDue: Pace): Generator<FlowText | undefined> {
  for (const part of flowParts(flow)) {
    const found: FlowText[] = [];
    rewriteTexts(part, (place) => {
      const text = textIn(place);
      const { path, memberPath, itemId, field } = place;
      const isRichText = field.control === 'RICH_TEXT';
      if (text.replace(SLOT, '').trim() !== '')
        found.push({
          ...{ ...part.place, path, itemId, source: text, title: field.title, isRichText },
          memberPath: part.within + memberPath,
        });
      return undefined;
    });
    for (const text of found) {
      if (isDue(text.source.length)) yield undefined;
      yield text;
    }
    if (isDue(0)) yield undefined;
  }
}

/** A rich text, or what stands in its place; what has another shape is none. */
const formsSchema = z.object({
  richText: richTextNodeSchema.array().optional().catch(undefined),
  html: z.string().optional().catch(undefined),
  plainText: z.string().optional().catch(undefined),
});

/** The text in a place, in the language that the flow is written in; empty where there is none. */
export function textIn({ owner, name, field }: TextPlace): string {
  const value = owner[name];
  if (field.control === 'RICH_TEXT') return markupOf(richTextOf(formsSchema.parse(owner)));
  return typeof value === 'string' ? value : '';
}

/** The hash of a text, by which a translation knows later whether the text has changed: 8 hexadecimal digits. */
export function sourceHash(text: string): string {
  return (hashOf(text, 0) >>> 0).toString(16).padStart(8, '0');
}
