import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { heightField, heightOf, shownHeight } from '../kind/heightOf.js';
import { missingUrl } from '../kind/ownFaults.js';
import { optional } from '../../fields/field.js';

const contentSchema = z.looseObject({
  url: optional(z.string(), 'The address of the video or of its page.', {
    title: 'Video',
    control: 'FILE',
    isOnCanvas: true,
  }),
  id: optional(z.string(), 'The id on its site; found from the address when sent.', {
    title: 'ID on its site',
    deprecated: true,
    control: 'TEXT',
  }),
  type: optional(
    z.enum(['url', 'youtube', 'vimeo', 'tiktok', 'gumlet']),
    'The site it is on, or `url` for a file; found from the address when sent.',
    {
      title: 'Site',
      deprecated: true,
      labels: { url: 'A file', youtube: 'YouTube', tiktok: 'TikTok' },
    },
  ),
  ...heightField,
  aspectRatio: optional(z.string(), 'Width and height, such as `9/16`.', { default: '16/9' }),
  maxWidth: optional(z.string(), 'The most it takes in width, as in CSS, such as `400px`.', {
    title: 'Greatest width',
    default: '100%',
  }),
  queryParamsStr: optional(
    z.string(),
    'What is asked of the player, such as `?start=30`; found from the address when sent.',
    { title: 'Settings of the player', deprecated: true },
  ),
  areControlsDisplayed: optional(z.boolean(), 'Whether the player shows its controls.', {
    title: 'Shows controls',
    default: true,
  }),
  isAutoplayEnabled: optional(z.boolean(), 'Whether the video starts by itself.', {
    title: 'Plays by itself',
    default: true,
  }),
});

/** Shows a video; its site is recognised from the address after variables are filled in. */
export const video = defineBlock({
  type: 'video',
  family: 'bubble',
  label: 'Video',
  icon: 'video',
  searchWords: ['film', 'youtube', 'vimeo', 'movie'],
  summary: 'Shows a video.',
  leaves: 'The client loads the video from its address, or the player of its site.',
  example: { content: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' } },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('video'),
    content: optional(contentSchema, 'What is shown; without it the block is skipped.'),
  }),
  shown: { content: contentSchema.extend(shownHeight) },
  faults: ({ content }) => missingUrl(content),
  enter: ({ id, type, content }, context) => {
    if (!content) return { go: 'next' };
    const { height, ...others } = content;
    const shown = { ...recognised(context.deep(others)), ...heightOf(height, context) };
    return { go: 'next', message: { id, type, content: shown } };
  },
});

/** The site and the id of the current address; stored values are ignored. */
function recognised({ id, type, ...others }: z.infer<typeof contentSchema>) {
  return others.url === undefined ? { id, type, ...others } : { ...others, ...videoAt(others.url) };
}

/** The site and the id of a video, parsed from its address; the id is that of the site. */
interface Video {
  readonly type: 'url' | 'youtube' | 'vimeo' | 'tiktok' | 'gumlet';
  readonly url: string;
  readonly id?: string;
  /** Starts with `?`. */
  readonly queryParamsStr?: string;
}

/** Recognises the sites that play their videos themselves; any other address is that of a file. */
function videoAt(address: string): Video {
  const url = address.trim();
  for (const { type, pattern } of SITES) {
    const [match, id] = pattern.exec(url) ?? [];
    if (match === undefined || id === undefined) continue;
    return type === 'youtube' ? { type, url, id, ...playerParams(url) } : { type, url: match, id };
  }
  return { type: 'url', url: url.replace(ONEDRIVE_EMBED, '$1/download') };
}

const SITES = [
  {
    type: 'youtube',
    pattern: /^(?:https?:\/\/)?(?:[\w-]+\.)*youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]+)/i,
  },
  { type: 'youtube', pattern: /^(?:https?:\/\/)?(?:[\w-]+\.)*youtube\.com\/shorts\/([\w-]+)/i },
  { type: 'youtube', pattern: /^(?:https?:\/\/)?youtu\.be\/([\w-]+)/i },
  { type: 'vimeo', pattern: /^(?:https?:\/\/)?(?:www\.)?vimeo\.com\/(\d+)/i },
  { type: 'tiktok', pattern: /^(?:https?:\/\/)?(?:[\w-]+\.)*tiktok\.com\/@[\w.-]+\/video\/(\d+)/i },
  { type: 'gumlet', pattern: /^(?:https?:\/\/)?(?:[\w-]+\.)*gumlet\.(?:com|tv)\/watch\/(\w+)/i },
] as const;

const ONEDRIVE_EMBED = /^(https:\/\/onedrive\.live\.com)\/embed(?=\?)/i;

/** The player settings in the address, under the names of the player: `t` becomes `start`. */
function playerParams(url: string): Pick<Video, 'queryParamsStr'> {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
  const params = new URLSearchParams(query);
  const start = params.get('t');
  params.delete('v');
  params.delete('t');
  if (start !== null) params.set('start', start);
  return params.size === 0 ? {} : { queryParamsStr: `?${params.toString()}` };
}
