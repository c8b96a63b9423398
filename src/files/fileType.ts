import { ENDINGS } from '../engine/index.js';

/** The media type of a file, and the ending of its name. */
export interface FileType {
  readonly type: string;
  readonly ending: string;
}

/** A media type without parameters (RFC 6838, section 4.2). */
const MEDIA_TYPE = /^[a-z\d][a-z\d!#$&^_.+-]{0,63}\/[a-z\d][a-z\d!#$&^_.+-]{0,63}$/;

/** The media type of plain bytes. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/**
 * The type of a file by the type and name that a client gives. The ending follows the type, so that a name cannot claim another one.
 * Without a known type, the type follows the ending, so that an invented type does not bring other files to an input for images.
 */
export function fileTypeOf({
  name,
  type = '',
}: {
  name: string;
  type?: string | undefined;
}): FileType {
  const media = type.toLowerCase().replace(/;.*/s, '').trim();
  const ending = /\.([a-z\d]{1,10})$/.exec(name.toLowerCase())?.[1] ?? 'bin';
  const usual = endingsOf(media);
  if (usual.length > 0)
    return { type: media, ending: usual.includes(ending) ? ending : String(usual[0]) };
  const known = typeOfEnding(ending);
  const isGiven = known === UNKNOWN_TYPE && MEDIA_TYPE.test(media);
  return { type: isGiven ? media : known, ending };
}

function endingsOf(media: string): string[] {
  return new Map(Object.entries(ENDINGS)).get(media)?.split(' ') ?? [];
}

function typeOfEnding(ending: string): string {
  const [known] =
    Object.entries(ENDINGS).find(([, endings]) => endings.split(' ').includes(ending)) ?? [];
  return known ?? UNKNOWN_TYPE;
}

/** Types that browsers run, or render as pages: no file is sent with one of them. */
export function isActiveType(type: string): boolean {
  return /html|xml|svg|script|xsl|flash|mhtml|multipart/.test(type);
}

/** Types that browsers may show in place; all others are downloaded. */
export function isShownInPlace(type: string): boolean {
  return (
    !isActiveType(type) && /^(image|audio|video)\/|^text\/plain$|^application\/pdf$/.test(type)
  );
}

/** The name of a file with the ending of its type, without characters that mean something to a system or in a header. */
export function fileNameOf(given: string, ending: string): string {
  const [last = ''] = given.split(/[/\\]/).slice(-1);
  const plain = last
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{C}"<>:|?*%;]/gu, '')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed();
  return `${plain || 'file'}.${ending}`;
}

const LONGEST_NAME = 100;

/** The headers that a reader receives with a file, so that no file acts as a page: its media type, and whether it may be shown in place. */
export function shownAs({ name, type }: { name: string; type: string }) {
  const place = isShownInPlace(type) ? 'inline' : 'attachment';
  return {
    type: isActiveType(type) ? UNKNOWN_TYPE : type,
    disposition: `${place}; filename*=UTF-8''${encodeURIComponent(name)}`,
  };
}
