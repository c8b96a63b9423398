import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this repository, or of the installed package. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** The files by their path below /guides; the list of guides has the empty path. */
export type GuideFiles = ReadonlyMap<string, string>;

/** The folders whose pages are served, with the prefix of their paths. */
const FOLDERS: Readonly<Record<string, string>> = {
  'docs/guide': '',
  docs: '',
  'docs/adr': 'adr/',
};

/** Single pages by their paths. */
const PAGES: Readonly<Record<string, string>> = {
  readme: 'README.md',
  client: 'packages/client/README.md',
  architecture: 'ARCHITECTURE.md',
  contributing: 'CONTRIBUTING.md',
  security: 'SECURITY.md',
  changelog: 'CHANGELOG.md',
};

/** Finds the pages that are served. */
export async function findGuides(): Promise<GuideFiles> {
  const lists = await Promise.all(
    Object.entries(FOLDERS).map(async ([folder, prefix]) => {
      const names = await readdir(path.join(repository, folder));
      const pages = names.filter((name) => name.endsWith('.md'));
      return pages.map((name) => [prefix + addressOf(name), `${folder}/${name}`] as const);
    }),
  );
  return new Map([...Object.entries(PAGES), ...lists.flat()]);
}

function addressOf(name: string): string {
  return name === 'README.md' ? '' : name.slice(0, -'.md'.length).toLowerCase();
}
