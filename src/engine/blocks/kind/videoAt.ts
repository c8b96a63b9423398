/** The site and the id of a video, parsed from its address; the id is that of the site. */
export interface Video {
  readonly type: 'url' | 'youtube' | 'vimeo' | 'tiktok' | 'gumlet';
  readonly url: string;
  readonly id?: string;
  /** Starts with `?`. */
  readonly queryParamsStr?: string;
}

/** Recognises the sites that play their videos themselves; any other address is that of a file. */
export function videoAt(address: string): Video {
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
