/**
 * Whether the extension of an address is among the allowed types of file: extensions such as `.png`, media types such
 * as `application/pdf` or `image/*`. Everything is allowed without a list, or with an empty one.
 */
export function isAllowedFile(url: string, types: readonly string[] = []): boolean {
  const ending = /\.(\w+)$/.exec(url.split(/[?#]/, 1).join())?.[1]?.toLowerCase();
  return types.length === 0 || types.some((type) => isOfType(ending, type.trim().toLowerCase()));
}

function isOfType(ending: string | undefined, type: string): boolean {
  if (ending === undefined) return false;
  if (!type.includes('/')) return type === `.${ending}` || type === ending;
  const pattern = type.endsWith('/*') ? type.slice(0, -1) : type;
  return (
    type === '*/*' ||
    Object.entries(ENDINGS).some(
      ([media, endings]) =>
        (media === type || (type.endsWith('/*') && media.startsWith(pattern))) &&
        endings.split(' ').includes(ending),
    )
  );
}

/** Whether any file can be of an allowed type: an extension, or a media type that is known. */
export function isTypeOfFiles(type: string): boolean {
  const named = type.trim().toLowerCase();
  if (!named.includes('/')) return /^\.?\w+$/.test(named);
  return Object.values(ENDINGS).some((endings) => isOfType(endings.split(' ')[0], named));
}

/** The extensions of common media types, of each the usual one first. */
export const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg jpeg jpe jfif',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'image/svg+xml': 'svg',
  'image/bmp': 'bmp',
  'image/tiff': 'tif tiff',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a mp4',
  'audio/ogg': 'ogg oga opus',
  'audio/wav': 'wav',
  'audio/webm': 'webm weba',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'video/mp4': 'mp4 m4v',
  'video/webm': 'webm',
  'video/quicktime': 'mov qt',
  'video/x-msvideo': 'avi',
  'video/x-matroska': 'mkv',
  'video/3gpp': '3gp',
  'text/plain': 'txt text log',
  'text/csv': 'csv',
  'text/html': 'html htm',
  'text/markdown': 'md markdown',
  'text/calendar': 'ics',
  'application/pdf': 'pdf',
  'application/json': 'json',
  'application/xml': 'xml',
  'application/rtf': 'rtf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
};
