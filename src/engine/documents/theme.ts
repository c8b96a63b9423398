import { z } from 'zod';
import { isJsonRecord, type JsonRecord } from './jsonRecord.js';
import { isEnabledSchema, typeMember } from './commonMembers.js';
import { optional } from '../fields/field.js';

const opacity = optional(z.number().min(0).max(1), 'From 0, clear, to 1, solid');
const textColor = optional(z.string(), 'The colour of the text, in CSS', {
  title: 'Text colour',
  control: 'COLOR',
});
const backgroundColor = optional(z.string(), 'The colour behind it, in CSS', {
  title: 'Background colour',
  control: 'COLOR',
});
const thickness = optional(z.number(), 'How thick it is, in px', { unit: 'px' });

const borderSchema = z.looseObject({
  thickness,
  color: optional(z.string(), 'The colour of the line, in CSS', {
    title: 'Colour',
    control: 'COLOR',
  }),
  roundeness: optional(
    z.enum(['none', 'medium', 'large', 'custom']),
    'How round its corners are (spelt so in every stored theme)',
    {
      title: 'Corners',
      labels: { none: 'Square', medium: 'Round', large: 'Very round', custom: 'As stated' },
    },
  ),
  customRoundeness: optional(
    z.number(),
    'How round its corners are when `roundeness` is `custom`, in px',
    { title: 'Radius of the corners', unit: 'px', showsWhen: { roundeness: ['custom'] } },
  ),
  opacity,
});

const boxSchema = z.looseObject({
  backgroundColor,
  color: textColor,
  blur: optional(z.number(), 'How much of what is behind it is blurred, in px', { unit: 'px' }),
  opacity,
  shadow: optional(z.enum(['none', 'sm', 'md', 'lg', 'xl', '2xl']), 'How large its shadow is', {
    labels: { sm: 'Small', md: 'Medium', lg: 'Large', xl: 'Very large', '2xl': 'Largest' },
  }),
  border: optional(borderSchema, 'The line around it'),
});

const avatarSchema = z.looseObject({
  isEnabled: isEnabledSchema,
  url: optional(z.string(), 'The address', { control: 'FILE', title: 'Address' }),
});

const family = optional(z.string(), 'The name of the font', { title: 'Font' });

const fontSchema = z.union(
  [
    z.string(),
    z.looseObject({ type: typeMember(z.literal('Google')), family }),
    z.looseObject({
      type: typeMember(z.literal('Custom')),
      family,
      css: optional(z.string(), 'Where the font is defined', {
        title: 'Definition',
        control: 'CODE',
        language: 'CSS',
      }),
      url: optional(z.string(), 'The address', { control: 'FILE', title: 'Address' }),
    }),
  ],
  'Must be the name of a font, or an object of type "Google" or "Custom" whose other members are texts',
);

const backgroundSchema = z.looseObject({
  type: typeMember(z.enum(['Color', 'Image', 'None'])).optional(),
  content: optional(z.string(), 'A colour, or the address of an image', {
    title: 'Colour or picture',
    showsWhen: { type: ['Color', 'Image'] },
  }),
});

const progressBarSchema = z.looseObject({
  isEnabled: isEnabledSchema,
  color: optional(z.string(), 'The colour of the part that is done, in CSS', {
    title: 'Colour',
    control: 'COLOR',
  }),
  backgroundColor,
  placement: optional(z.enum(['Top', 'Bottom']), 'At which end of the page it stands', {
    title: 'Place',
  }),
  position: optional(z.enum(['fixed', 'absolute']), 'Whether it stays when the page is scrolled', {
    title: 'When the page is scrolled',
    labels: { fixed: 'It stays', absolute: 'It moves along' },
  }),
  thickness,
});

const generalSchema = z.looseObject({
  font: optional(fontSchema, 'The font'),
  background: optional(backgroundSchema, 'What is behind the chat'),
  progressBar: optional(progressBarSchema, 'The bar that shows how far the chat is'),
});

const buttonsInputSchema = z.looseObject({
  layout: optional(z.enum(['wrap', 'vertical']), 'How the buttons are laid out', {
    labels: { wrap: 'Side by side', vertical: 'One below the other' },
  }),
});

const containerSchema = boxSchema.extend({
  maxWidth: optional(z.string(), 'How wide it may be, in CSS', { title: 'Greatest width' }),
  maxHeight: optional(z.string(), 'How high it may be, in CSS', { title: 'Greatest height' }),
});

const inputsSchema = boxSchema.extend({
  placeholderColor: optional(z.string(), 'The colour of the hint in an empty field, in CSS', {
    title: 'Hint colour',
    control: 'COLOR',
  }),
});

const chatSchema = z.looseObject({
  container: optional(containerSchema, 'The box around the chat', { title: 'Box around the chat' }),
  hostAvatar: optional(avatarSchema, 'The picture beside what the bot says', {
    title: 'Picture of the bot',
  }),
  guestAvatar: optional(avatarSchema, 'The picture beside what the visitor says', {
    title: 'Picture of the visitor',
  }),
  hostBubbles: optional(boxSchema, 'What the bot says', { title: 'What the bot says' }),
  guestBubbles: optional(boxSchema, 'What the visitor says', { title: 'What the visitor says' }),
  buttons: optional(boxSchema, 'Buttons'),
  inputs: optional(inputsSchema, 'Fields to fill in', { title: 'Fields' }),
  roundness: optional(
    z.enum(['none', 'medium', 'large']),
    'How round corners are where nothing else says so',
    { title: 'Corners', labels: { none: 'Square', medium: 'Round', large: 'Very round' } },
  ),
  buttonsInput: optional(buttonsInputSchema, 'How a choice of buttons looks', {
    title: 'Choice of buttons',
  }),
});

/**
 * How a bot looks. Sparse: an absent member has its default where it is shown, and the default is never written into
 * the document.
 */
export const themeSchema = z
  .looseObject({
    general: optional(generalSchema, 'What holds for the whole'),
    chat: optional(chatSchema, 'How the chat looks'),
    customCss: optional(z.string(), 'Styles added to those of the chat', {
      title: 'Own styles',
      control: 'CODE',
      language: 'CSS',
    }),
    version: optional(
      z.string(),
      'In a chat: the version whose defaults absent members have; 6 where it is absent',
      { deprecated: true },
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
