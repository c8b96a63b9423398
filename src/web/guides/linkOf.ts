import { posix } from 'node:path';
import type { GuideFiles } from './guideFiles.js';

/** Linked files whose paths are not below /guides. */
const SERVED: Readonly<Record<string, string>> = {
  'docs/schema.graphql': 'schema.graphql',
  'docs/openapi.json': 'openapi.json',
};

/** The page that contains a link. */
export interface LinkPlace {
  /** The file of the page. */
  readonly file: string;
  readonly files: GuideFiles;
  /** The URL of the server, relative to that of the page. */
  readonly root: string;
}

/**
 * The URL of a link for browsers, relative if it leads to a page of this server. Undefined for files that are not served, such as sources,
 * and for protocols other than http and https.
 */
export function linkOf(target: string, place: LinkPlace): string | undefined {
  if (target.startsWith('#') || /^https?:/.test(target)) return target;
  if (/^[a-z][a-z\d+.-]*:/i.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const address = addressOf(path, place);
  return address === undefined || anchor === undefined ? address : `${address}#${anchor}`;
}

function addressOf(target: string, { file, files, root }: LinkPlace): string | undefined {
  const named = posix.join(posix.dirname(file), target).replace(/\/$/, '');
  const served = SERVED[named];
  if (served !== undefined) return root + served;
  const names = [named, `${named}/README.md`];
  const [address] = [...files].find(([, guideFile]) => names.includes(guideFile)) ?? [];
  return address === undefined ? undefined : `${root}guides${address && `/${address}`}`;
}

/** The URL of an image in docs/img. */
export function pictureOf(target: string, { file, root }: LinkPlace): string {
  const named = posix.join(posix.dirname(file), target);
  return root + named.replace(/^docs\//, 'guides/');
}
