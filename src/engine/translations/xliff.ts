import { Parser } from 'htmlparser2';
import { TRANSLATION_STATES, type TranslationState } from '../documents/translations.js';
import { SLOT } from '../text/names.js';
import { type FileText, NoTranslationFile } from './translationFile.js';

/** What a file of translations is of. */
interface FileHead {
  readonly botId: string;
  /** Undefined where the flow does not say in which language it is written. */
  readonly base: string | undefined;
  readonly language: string;
}

/**
 * The texts as XLIFF 2.0 (https://docs.oasis-open.org/xliff/xliff-core/v2.0/xliff-core-v2.0.html): a unit each, whose name is the path of the
 * text. Variables, inline code and tags are placeholders, so that translators keep them.
 */
export function xliffOf(texts: readonly FileText[], { botId, base, language }: FileHead): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0"',
    ` srcLang="${attribute(base ?? 'und')}" trgLang="${attribute(language)}" xml:space="preserve">\n`,
    ` <file id="${attribute(idOf(botId))}">\n`,
    ...texts.map(unitOf),
    ' </file>\n</xliff>\n',
  ].join('');
}

function unitOf({ path, source, text, state }: FileText): string {
  const data = new Map<string, string>();
  const [from, to] = [contentOf(source, data), text === null ? undefined : contentOf(text, data)];
  const held = [...data].map(([code, id]) => `<data id="${id}">${escaped(code)}</data>`);
  return [
    `  <unit id="${attribute(idOf(path))}" name="${attribute(path)}">\n`,
    ...(held.length > 0 ? [`   <originalData>${held.join('')}</originalData>\n`] : []),
    `   <segment state="${state ?? 'initial'}">\n    <source>${from}</source>\n`,
    ...(to === undefined ? [] : [`    <target>${to}</target>\n`]),
    '   </segment>\n  </unit>\n',
  ].join('');
}

/** A text as the id of a part: only letters, digits, dots and hyphens, others by their code. Different texts have different ids. */
function idOf(text: string): string {
  return `u${text.replaceAll(/[^A-Za-z0-9.-]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`)}`;
}

/** What translators are to keep as it is: variables, inline code and tags. */
const CODE = new RegExp(`${SLOT.source}|</?[a-z][^<>]*>`, 'g');

function contentOf(text: string, data: Map<string, string>): string {
  let placed = 0;
  let at = 0;
  const parts: string[] = [];
  for (const { 0: code, index } of text.matchAll(CODE)) {
    const id = data.get(code) ?? `d${data.size + 1}`;
    data.set(code, id);
    placed += 1;
    parts.push(
      escaped(text.slice(at, index)),
      `<ph id="${placed}" dataRef="${id}" disp="${attribute(code)}"/>`,
    );
    at = index + code.length;
  }
  return [...parts, escaped(text.slice(at))].join('');
}

/** Text of an element. A carriage return would be read as a line feed, and XML has no other control characters. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
    .replaceAll(
      UNREADABLE,
      (character) => `<cp hex="${character.charCodeAt(0).toString(16).padStart(4, '0')}"/>`,
    );
}

/** The characters that XML 1.0 does not have: control characters but for tab and line ends, and lone surrogates. */
const UNREADABLE = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** Text of an attribute, of which only those are read back that hold no control characters. */
function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(UNREADABLE, '?');
}

/** The texts in a file, and the languages that it says it is in. */
export interface ReadXliff {
  readonly language: string | undefined;
  readonly texts: readonly FileText[];
}

/** The characters that are parsed in one step: some milliseconds. */
const A_STEP = 100_000;

/**
 * The texts in an XLIFF 2 file as people send it back. Segments of a unit are joined, and their state is the least of them. Throws
 * `NoTranslationFile` for anything else. Runs in steps.
 */
export function* textsOfXliff(xliff: string): Generator<undefined, ReadXliff> {
  const reading: Reading = {
    texts: [],
    language: undefined,
    isXliff: false,
    unit: undefined,
    into: undefined,
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => openTag(reading, name, attributes),
      ontext: (text) => addText(reading, text),
      onclosetag: (name) => closeTag(reading, name),
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < xliff.length; at += A_STEP) {
    parser.write(xliff.slice(at, at + A_STEP));
    yield;
  }
  parser.end();
  if (!reading.isXliff) throw new NoTranslationFile('Is not a file of XLIFF 2');
  return { language: reading.language, texts: reading.texts };
}

interface Unit {
  readonly path: string;
  readonly data: Map<string, string>;
  /** The codes with which the open spans end. */
  readonly ends: string[];
  source: string;
  target: string | undefined;
  states: TranslationState[];
}

/** What text goes to: the source, the target, or the code with an id. */
type Into = 'source' | 'target' | { readonly data: string };

interface Reading {
  readonly texts: FileText[];
  language: string | undefined;
  isXliff: boolean;
  unit: Unit | undefined;
  into: Into | undefined;
}

type Attributes = Readonly<Record<string, string>>;

function openTag(reading: Reading, name: string, attributes: Attributes): void {
  if (name === 'xliff') {
    reading.isXliff = attributes['version']?.startsWith('2.') === true;
    reading.language = attributes['trgLang'];
  }
  if (name === 'unit')
    reading.unit = {
      path: attributes['name'] ?? '',
      data: new Map(),
      ends: [],
      source: '',
      target: undefined,
      states: [],
    };
  else if (reading.unit) openInUnit(reading, reading.unit, { name, attributes });
}

function openInUnit(
  reading: Reading,
  unit: Unit,
  { name, attributes }: { readonly name: string; readonly attributes: Attributes },
): void {
  const named = (attribute: string): string => attributes[attribute] ?? '';
  const code = (attribute: string): string => unit.data.get(named(attribute)) ?? '';
  switch (name) {
    case 'segment':
      unit.states.push(TRANSLATION_STATES.find((one) => one === named('state')) ?? 'initial');
      break;
    case 'data':
      reading.into = { data: named('id') };
      break;
    case 'target':
      unit.target ??= '';
      reading.into = name;
      break;
    case 'source':
      reading.into = name;
      break;
    case 'cp':
      addText(reading, String.fromCharCode(Number.parseInt(named('hex'), 16)));
      break;
    case 'pc':
      unit.ends.push(code('dataRefEnd'));
      addText(reading, code('dataRefStart'));
      break;
    default:
      addText(reading, code('dataRef'));
  }
}

function addText({ unit, into }: Reading, text: string): void {
  if (!unit || into === undefined) return;
  if (into === 'source') unit.source += text;
  else if (into === 'target') unit.target += text;
  else unit.data.set(into.data, (unit.data.get(into.data) ?? '') + text);
}

/** The elements whose text is read. */
const WITH_TEXT = ['source', 'target', 'data'];

function closeTag(reading: Reading, name: string): void {
  const { unit } = reading;
  if (!unit) return;
  if (WITH_TEXT.includes(name)) reading.into = undefined;
  else if (name === 'pc') addText(reading, String(unit.ends.pop()));
  else if (name === 'unit') {
    const { path, source, target, states } = unit;
    const state = TRANSLATION_STATES.find((one) => states.includes(one)) ?? null;
    if (path !== '') reading.texts.push({ path, source, text: target || null, state });
    reading.unit = undefined;
  }
}
