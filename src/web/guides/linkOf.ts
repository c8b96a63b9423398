import { posix } from 'node:path';
import type { GuideFiles } from './guideFiles.js';

/** Files that pages link to, and their addresses where those are not below /guides. */
const SERVED: Readonly<Record<string, string>> = {
  'docs/schema.graphql': 'schema.graphql',
  'docs/openapi.json': 'openapi.json',
};

/** The page that a link is in. */
export interface LinkPlace {
  /** The file of the page. */
  readonly file: string;
  readonly files: GuideFiles;
  /** The address of the server, relative to that of the page. */
  readonly root: string;
}

/**
 * The address of a link for browsers, relative where it leads to a page of this server. Undefined where it leads to a file that is
 * not served, such as a source, and for other protocols than http and https.
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
  const [address] = [...files].find(([, one]) => names.includes(one)) ?? [];
  return address === undefined ? undefined : `${root}guides${address && `/${address}`}`;
}

/** The address of a picture of docs/img. */
export function pictureOf(target: string, { file, root }: LinkPlace): string {
  const named = posix.join(posix.dirname(file), target);
  return root + named.replace(/^docs\//, 'guides/');
}
