import { z } from 'zod';

const text = z.string().optional();
const number = z.number().optional();
const flag = z.boolean().optional();
/** From 0 (transparent) to 1 (opaque). */
const opacity = z.number().min(0).max(1).optional();

/** `roundeness` is spelt so in every stored theme; `customRoundeness` is in px. */
const borderSchema = z.looseObject({
  thickness: number,
  color: text,
  roundeness: z.enum(['none', 'medium', 'large', 'custom']).optional(),
  customRoundeness: number,
  opacity,
});

const boxSchema = z.looseObject({
  backgroundColor: text,
  color: text,
  blur: number,
  opacity,
  shadow: z.enum(['none', 'sm', 'md', 'lg', 'xl', '2xl']).optional(),
  border: borderSchema.optional(),
});

const avatarSchema = z.looseObject({ isEnabled: flag, url: text });

const fontSchema = z.union(
  [
    z.string(),
    z.looseObject({ type: z.literal('Google'), family: text }),
    z.looseObject({ type: z.literal('Custom'), family: text, css: text, url: text }),
  ],
  'must be the name of a font, or an object of type "Google" or "Custom" whose other members are texts',
);

const generalSchema = z.looseObject({
  font: fontSchema.optional(),
  background: z
    .looseObject({ type: z.enum(['Color', 'Image', 'None']).optional(), content: text })
    .optional(),
  progressBar: z
    .looseObject({
      isEnabled: flag,
      color: text,
      backgroundColor: text,
      placement: z.enum(['Top', 'Bottom']).optional(),
      position: z.enum(['fixed', 'absolute']).optional(),
      thickness: number,
    })
    .optional(),
});

const chatSchema = z.looseObject({
  container: boxSchema.extend({ maxWidth: text, maxHeight: text }).optional(),
  hostAvatar: avatarSchema.optional(),
  guestAvatar: avatarSchema.optional(),
  hostBubbles: boxSchema.optional(),
  guestBubbles: boxSchema.optional(),
  buttons: boxSchema.optional(),
  inputs: boxSchema.extend({ placeholderColor: text }).optional(),
  roundness: z.enum(['none', 'medium', 'large']).optional(),
  buttonsInput: z.looseObject({ layout: z.enum(['wrap', 'vertical']).optional() }).optional(),
});

/**
 * How a bot looks. Sparse: an absent member has its default where it is shown, and the default is never written into
 * the document.
 */
export const themeSchema = z.looseObject({
  general: generalSchema.optional(),
  chat: chatSchema.optional(),
  customCss: text,
});

/** How a bot looks. */
export type Theme = z.infer<typeof themeSchema>;
