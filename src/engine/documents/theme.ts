import { z } from 'zod';
import { isJsonRecord, type JsonRecord } from './jsonRecord.js';
import { isEnabledSchema, optionalNumber, optionalText, typeMember } from './optionalMembers.js';

const opacity = z.number().min(0).max(1).describe('From 0, clear, to 1, solid').optional();
const textColor = optionalText('The colour of the text, in CSS');
const backgroundColor = optionalText('The colour behind it, in CSS');
const thickness = optionalNumber('How thick it is, in px');

const borderSchema = z.looseObject({
  thickness,
  color: optionalText('The colour of the line, in CSS'),
  roundeness: z
    .enum(['none', 'medium', 'large', 'custom'])
    .describe('How round its corners are (spelt so in every stored theme)')
    .optional(),
  customRoundeness: optionalNumber(
    'How round its corners are when `roundeness` is `custom`, in px',
  ),
  opacity,
});

const boxSchema = z.looseObject({
  backgroundColor,
  color: textColor,
  blur: optionalNumber('How much of what is behind it is blurred, in px'),
  opacity,
  shadow: z
    .enum(['none', 'sm', 'md', 'lg', 'xl', '2xl'])
    .describe('How large its shadow is')
    .optional(),
  border: borderSchema.describe('The line around it').optional(),
});

const avatarSchema = z.looseObject({
  isEnabled: isEnabledSchema,
  url: optionalText('The address'),
});

const family = optionalText('The name of the font');

const fontSchema = z.union(
  [
    z.string(),
    z.looseObject({ type: typeMember(z.literal('Google')), family }),
    z.looseObject({
      type: typeMember(z.literal('Custom')),
      family,
      css: optionalText('Where the font is defined'),
      url: optionalText('The address'),
    }),
  ],
  'Must be the name of a font, or an object of type "Google" or "Custom" whose other members are texts',
);

const backgroundSchema = z.looseObject({
  type: typeMember(z.enum(['Color', 'Image', 'None'])).optional(),
  content: optionalText('A colour, or the address of an image'),
});

const progressBarSchema = z.looseObject({
  isEnabled: isEnabledSchema,
  color: optionalText('The colour of the part that is done, in CSS'),
  backgroundColor,
  placement: z.enum(['Top', 'Bottom']).describe('At which end of the page it stands').optional(),
  position: z
    .enum(['fixed', 'absolute'])
    .describe('Whether it stays when the page is scrolled')
    .optional(),
  thickness,
});

const generalSchema = z.looseObject({
  font: fontSchema.describe('The font').optional(),
  background: backgroundSchema.describe('What is behind the chat').optional(),
  progressBar: progressBarSchema.describe('The bar that shows how far the chat is').optional(),
});

const buttonsInputSchema = z.looseObject({
  layout: z.enum(['wrap', 'vertical']).describe('How the buttons are laid out').optional(),
});

const containerSchema = boxSchema.extend({
  maxWidth: optionalText('How wide it may be, in CSS'),
  maxHeight: optionalText('How high it may be, in CSS'),
});

const inputsSchema = boxSchema.extend({
  placeholderColor: optionalText('The colour of the hint in an empty field, in CSS'),
});

const chatSchema = z.looseObject({
  container: containerSchema.describe('The box around the chat').optional(),
  hostAvatar: avatarSchema.describe('The picture beside what the bot says').optional(),
  guestAvatar: avatarSchema.describe('The picture beside what the visitor says').optional(),
  hostBubbles: boxSchema.describe('What the bot says').optional(),
  guestBubbles: boxSchema.describe('What the visitor says').optional(),
  buttons: boxSchema.describe('Buttons').optional(),
  inputs: inputsSchema.describe('Fields to fill in').optional(),
  roundness: z
    .enum(['none', 'medium', 'large'])
    .describe('How round corners are where nothing else says so')
    .optional(),
  buttonsInput: buttonsInputSchema.describe('How a choice of buttons looks').optional(),
});

/**
 * How a bot looks. Sparse: an absent member has its default where it is shown, and the default is never written into
 * the document.
 */
export const themeSchema = z
  .looseObject({
    general: generalSchema.describe('What holds for the whole').optional(),
    chat: chatSchema.describe('How the chat looks').optional(),
    customCss: optionalText('Styles added to those of the chat'),
    version: optionalText(
      'In a chat: the version whose defaults absent members have; 6 where it is absent',
    ),
  })
  .meta({ id: 'Theme', description: 'How the bot looks; what it does not say has its default' });

/** How a bot looks. */
export type Theme = z.infer<typeof themeSchema>;

/** The member of a bot that names the version whose defaults its theme has, where that is not the version it is stored in. */
export const THEME_VERSION = 'themeVersion';

/** Marks a document of version 6.1, because absent members of its theme have other defaults than in version 6. */
export function withThemeVersion(document: JsonRecord): JsonRecord {
  return isJsonRecord(document['theme']) ? { ...document, [THEME_VERSION]: '6.1' } : document;
}

/** The version whose defaults the theme of a bot has; undefined for 6. */
export function themeVersionOf(bot: JsonRecord): '6.1' | undefined {
  return bot[THEME_VERSION] === '6.1' ? '6.1' : undefined;
}
