import type { JsonRecord } from '../documents/jsonRecord.js';

/** The model that makes pictures where a block names none. */
export const IMAGE_MODEL = 'gpt-image-2.5-flare';

/** A size as options hold it: width and height in pixels, or the choice of the model. */
export const IMAGE_SIZE = /^(?:auto|\d{2,5}x\d{2,5})$/;

/** The sizes of some models. */
interface Sizes {
  readonly models: RegExp;
  /** The usual size first. */
  readonly listed: readonly string[];
  /** Further sizes that they make, and these in words. */
  readonly takes?: (width: number, height: number) => boolean;
  readonly also?: string;
}

const SQUARE = '1024x1024';
const OF_GPT = [SQUARE, '1536x1024', '1024x1536'];

/**
 * Each as of 2026-11-23, at https://www.rubydoc.info/gems/openai/OpenAI/Models/ImageGenerateParams/Size, which OpenAI makes; of
 * the models from gpt-image-2 on https://newdocs.getinfinityblue.com/en-images/images/create-image-generation.
 */
const KNOWN: readonly Sizes[] = [
  { models: /^dall-e-2$/, listed: [SQUARE, '512x512', '256x256'] },
  { models: /^dall-e-3$/, listed: [SQUARE, '1792x1024', '1024x1792'] },
  { models: /^(?:gpt-image-1(?![\d])|chatgpt-image-)/, listed: OF_GPT },
  {
    models: /^gpt-image-\d/,
    listed: OF_GPT,
    takes: isFree,
    also: 'others of 655360 to 8294400 pixels whose sides are multiples of 16, up to 3840, and at most 3:1',
  },
];

function isFree(width: number, height: number): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const pixels = width * height;
  const isEven = width % 16 === 0 && height % 16 === 0;
  return isEven && long <= 3_840 && long <= 3 * short && pixels >= 655_360 && pixels <= 8_294_400;
}

/** The size to request, and why it differs from that of the block, if it does. */
export interface ImageSize {
  readonly size: string;
  readonly why?: string;
}

/**
 * The size to request: that of the block, or the nearest one that the model makes. Unknown models are sent that of
 * the block. Undefined when the block has none.
 */
export function imageSize({ model = IMAGE_MODEL, size }: JsonRecord): ImageSize | undefined {
  if (typeof size !== 'string') return undefined;
  const known = KNOWN.find(({ models }) => models.test(String(model)));
  if (!known || makes(known, size)) return { size };
  const { listed, also } = known;
  const made = [...listed, ...(also === undefined ? [] : [also])].join(', ');
  const nearest = nearestOf(listed, size);
  return {
    size: nearest,
    why: `${String(model)} makes no picture of ${size}, so one of ${nearest} was asked for; it makes ${made}`,
  };
}

function makes({ listed, takes }: Sizes, size: string): boolean {
  if (listed.includes(size)) return true;
  if (size === 'auto') return listed === OF_GPT;
  const [width, height] = sidesOf(size);
  return takes?.(width, height) ?? false;
}

/** The nearest size, of several the first; the usual one for a size without pixels. */
function nearestOf(sizes: readonly string[], asked: string): string {
  const [width, height] = sidesOf(asked);
  const distance = (size: string) => {
    const [wide, high] = sidesOf(size);
    return Math.abs(wide - width) + Math.abs(high - height);
  };
  return sizes.reduce((best, size) => (distance(size) < distance(best) ? size : best));
}

function sidesOf(size: string): [number, number] {
  const middle = size.indexOf('x');
  return [Number(size.slice(0, middle)), Number(size.slice(middle + 1))];
}
