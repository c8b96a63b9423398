import { Parser } from 'htmlparser2';
import { MAX_OPEN_TAGS } from './richTextFromHtml.js';

/**
 * The elements of code for the head of a page, as their author wrote them and each on a line of its own: text between them
 * and comments are left out, since a page would show the one and nobody needs the other. An element in which
 * more than 100 tags are open ends what is read.
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
      // What ends because something else begins ends before that.
      const isCutOff = isImplied && parser.startIndex > from;
      const end = isCutOff ? parser.startIndex : parser.endIndex + 1;
      if (depth === 0) elements.push(kept + code.slice(from, end));
    },
  });
  parser.end(code);
  return elements.join('\n');
}
