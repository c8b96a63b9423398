import { Parser } from 'htmlparser2';
import { MAX_OPEN_TAGS } from './richTextFromHtml.js';

/**
 * The elements in code for the head of a page, each as its author wrote it and on a line of its own. Text between them
 * is left out, because the page would show it, and so are comments. Parsing stops at the 100th tag that is open at a
 * time.
 */
export function headElements(code: string): string {
  const elements: string[] = [];
  let depth = 0;
  let from = 0;
  let kept = '';
  const parser = new Parser({
    onopentag() {
      if (depth === 0) [from, kept] = [parser.startIndex, ''];
      depth += 1;
      if (depth > MAX_OPEN_TAGS) parser.pause();
    },
    oncomment() {
      kept += code.slice(from, parser.startIndex);
      from = parser.endIndex + 1;
    },
    onclosetag(_name, isImplied) {
      depth -= 1;
      // A tag that is closed because another begins ends before that one.
      const isCutOff = isImplied && parser.startIndex > from;
      const end = isCutOff ? parser.startIndex : parser.endIndex + 1;
      if (depth === 0) elements.push(kept + code.slice(from, end));
    },
  });
  parser.end(code);
  return elements.join('\n');
}
