import type { JsonObject } from '@parley/client';
import { isObject } from '../../canvas/model/textOf.js';
import { t } from '../../i18n/t.js';

/** A part of a rich text: a run of text with its marks, or an element with parts in it. */
export type RichTextNode = JsonObject;

/** The marks that the editor sets, and their tags. */
const TAGS = { bold: 'b', italic: 'i', underline: 'u' } as const;

/** Where a variable is named alone in braces; code and paths stay text. */
const TEMPLATE = /(\{\{[^{}=\n]{1,100}\}\})/;

/** Shows a rich text for editing. What the editor cannot edit is shown as a whole, which can only be kept or removed. */
export function domOf(nodes: readonly RichTextNode[], names: ReadonlySet<string>): Node[] {
  return nodes.map((node) => {
    if (node['type'] !== 'p' || !childrenOf(node).every(isInline)) return whole(node, 'div');
    const { type: _type, children: _children, ...rest } = node;
    const paragraph = made(
      'p',
      childrenOf(node).flatMap((child) => inlineDom(child, names)),
    );
    if (Object.keys(rest).length > 0) paragraph.dataset['rest'] = JSON.stringify(rest);
    // An empty paragraph has no height, and takes no caret, without a line break.
    if (paragraph.textContent === '') paragraph.replaceChildren(document.createElement('br'));
    return paragraph;
  });
}

/** The rich text that is shown; the marks of a run are those of the elements around it. */
export function nodesOf(root: ParentNode): RichTextNode[] {
  const blocks: RichTextNode[] = [];
  let loose: RichTextNode[] | undefined;
  for (const child of root.childNodes) {
    const isBlock = child instanceof HTMLElement && /^(P|DIV)$/.test(child.tagName);
    if (isBlock) {
      loose = undefined;
      blocks.push(
        kept(child) ?? { type: 'p', ...restOf(child), children: orEmpty(runsIn(child, {})) },
      );
    } else {
      // Browsers leave text outside of paragraphs when everything was removed.
      if (!loose) blocks.push({ type: 'p', children: (loose = []) });
      loose.push(...runOf(child, {}));
    }
  }
  return blocks;
}

/** The text of nodes without their form. */
export function plainTextOf(nodes: readonly RichTextNode[]): string {
  return nodes
    .map((node) =>
      typeof node['text'] === 'string' ? node['text'] : plainTextOf(childrenOf(node)),
    )
    .join(isInline(nodes[0] ?? {}) ? '' : '\n');
}

/** A rich text as one text by which two are compared: the server stores the members of an object in another order. */
export function jsonOf(nodes: readonly RichTextNode[]): string {
  return JSON.stringify(nodes, (_key, value: unknown) =>
    isObject(value)
      ? Object.fromEntries(
          Object.keys(value)
            .toSorted()
            .map((name) => [name, value[name]]),
        )
      : value,
  );
}

/** A variable that is shown as one piece. */
export function chip(name: string, names: ReadonlySet<string>): HTMLElement {
  const element = made('span', [names.has(name) ? name : t('not there: {name}', { name })]);
  element.className = names.has(name) ? 'chip' : 'chip missing';
  element.contentEditable = 'false';
  element.dataset['variable'] = name;
  return element;
}

function inlineDom(node: RichTextNode, names: ReadonlySet<string>): Node[] {
  if (node['type'] === 'a' && childrenOf(node).every(isRun)) {
    const { type: _type, url, children: _children, ...rest } = node;
    const link = made(
      'a',
      childrenOf(node).flatMap((child) => inlineDom(child, names)),
    );
    link.setAttribute('href', String(url ?? ''));
    if (Object.keys(rest).length > 0) link.dataset['rest'] = JSON.stringify(rest);
    return [link];
  }
  if (!isRun(node)) return [whole(node, 'span')];
  const { text, ...marks } = node;
  const parts = String(text)
    .split(TEMPLATE)
    .filter((part) => part !== '')
    .map((part) =>
      TEMPLATE.test(part) ? chip(part.slice(2, -2).trim(), names) : document.createTextNode(part),
    );
  return marked(parts, marks);
}

/** Parts inside the tags of their marks; other marks are kept beside them. */
function marked(parts: readonly Node[], marks: JsonObject): Node[] {
  const others = Object.fromEntries(
    Object.entries(marks).filter(([name, value]) => !(name in TAGS) || value !== true),
  );
  let inside = [...parts];
  if (Object.keys(others).length > 0) {
    const span = made('span', inside);
    span.dataset['marks'] = JSON.stringify(others);
    inside = [span];
  }
  for (const [name, tag] of Object.entries(TAGS)) {
    if (marks[name] === true) inside = [made(tag, inside)];
  }
  return inside;
}

function runsIn(element: Node, marks: JsonObject): RichTextNode[] {
  const runs: RichTextNode[] = [];
  for (const run of [...element.childNodes].flatMap((child) => runOf(child, marks))) {
    const last = runs.at(-1);
    if (last && isRun(last) && isRun(run) && marksOf(last) === marksOf(run)) {
      runs.splice(-1, 1, { ...last, text: `${String(last['text'])}${String(run['text'])}` });
    } else runs.push(run);
  }
  return runs;
}

function runOf(node: Node, marks: JsonObject): RichTextNode[] {
  if (node instanceof Text) {
    const text = node.data.replaceAll('\u{a0}', ' ');
    return text === '' ? [] : [{ text, ...marks }];
  }
  if (!(node instanceof HTMLElement)) return [];
  const same = kept(node);
  if (same) return [same];
  const { variable } = node.dataset;
  if (variable !== undefined) return [{ text: `{{${variable}}}`, ...marks }];
  if (node.tagName === 'BR') return node.nextSibling ? [{ text: '\n', ...marks }] : [];
  if (node.tagName === 'A') {
    const url = node.getAttribute('href') ?? '';
    return [{ type: 'a', url, ...restOf(node), children: orEmpty(runsIn(node, marks)) }];
  }
  return runsIn(node, { ...marks, ...marksAt(node) });
}

function marksAt({ tagName, dataset }: HTMLElement): JsonObject {
  const own = Object.entries(TAGS).find(([, tag]) => tag.toUpperCase() === tagName);
  const others = JSON.parse(dataset['marks'] ?? '{}') as JsonObject;
  return { ...others, ...(own && { [own[0]]: true }) };
}

/** An element that the editor does not change. */
function whole(node: RichTextNode, tag: 'div' | 'span'): HTMLElement {
  const element = made(tag, [plainTextOf([node])]);
  element.className = 'whole';
  element.contentEditable = 'false';
  element.dataset['node'] = JSON.stringify(node);
  return element;
}

function kept({ dataset }: HTMLElement): RichTextNode | undefined {
  const { node } = dataset;
  return node === undefined ? undefined : (JSON.parse(node) as RichTextNode);
}

function restOf({ dataset }: HTMLElement): JsonObject {
  return JSON.parse(dataset['rest'] ?? '{}') as JsonObject;
}

function made(tag: string, inside: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...inside);
  return element;
}

function orEmpty(runs: readonly RichTextNode[]): readonly RichTextNode[] {
  return runs.length === 0 ? [{ text: '' }] : runs;
}

function marksOf({ text: _text, ...marks }: RichTextNode): string {
  return JSON.stringify(marks);
}

function isRun(node: RichTextNode): boolean {
  return typeof node['text'] === 'string';
}

function isInline(node: RichTextNode): boolean {
  return isRun(node) || ['a', 'inline-variable', 'img'].includes(String(node['type']));
}

function childrenOf({ children }: RichTextNode): readonly RichTextNode[] {
  return Array.isArray(children) ? (children as readonly RichTextNode[]) : [];
}
