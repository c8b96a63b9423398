import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const SKIPPED =
  /^(?:node_modules|dist.*|bundle(?:\.\d+.*)?|packed(?:\.\d+.*)?|data|coverage|\.git|\.cache)$/;

/** The paths of all files of this repository from its root, without installed and built ones. */
export function filesOfRepository(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.test(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesOfRepository(path) : [relative(root, path)];
    });
}

/** The text of a file of this repository. */
export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** A comment or a paragraph, joined into one line, and the number of its first line. */
export interface Passage {
  readonly line: number;
  readonly text: string;
}

const COMMENT = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/|--)(.*?)(?:\*\/)?\s*$/;
const TRAILING = /\s\/\/ (.*)$/;

/** The comments of a source file; comments on successive lines are one. */
export function commentsIn(source: string): Passage[] {
  const trailing = source.split('\n').flatMap((line, index) => {
    const text = COMMENT.test(line) ? undefined : TRAILING.exec(line)?.[1];
    return text === undefined ? [] : [{ line: index + 1, text }];
  });
  return [...joined(source, (line) => COMMENT.exec(line)?.[1]), ...trailing];
}

/** The paragraphs of a page, without its code blocks. */
export function paragraphsIn(page: string): Passage[] {
  let isCode = false;
  return joined(page, (line) => {
    if (line.startsWith('```')) isCode = !isCode;
    return isCode || line.trim() === '' ? undefined : line;
  });
}

function joined(source: string, part: (line: string) => string | undefined): Passage[] {
  const passages: Passage[] = [];
  let last: { line: number; text: string } | undefined;
  source.split('\n').forEach((line, index) => {
    const text = part(line)?.trim();
    if (text === undefined) last = undefined;
    else if (last) last.text += ` ${text}`;
    else passages.push((last = { line: index + 1, text }));
  });
  return passages;
}

/** The HTML page in a guide, by the name of its file; empty if it has none. */
export function pageInGuide(guide: string): string {
  return /```html\n([\s\S]*?)```/.exec(textOf(`docs/guide/${guide}.md`))?.[1] ?? '';
}
