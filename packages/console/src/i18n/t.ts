import type { BotIssuesQuery } from '@parley/client/dashboard';
import type { words as german } from './de.js';

/** A text of the console, in English. */
export type Word = keyof typeof german;

/** The words of a language; one that lacks a word does not build. */
export type Words = Readonly<Record<Word, string>>;

/** Texts of the server by their English. */
export type ServerWords = Readonly<Record<string, string>>;

type IssueCode = NonNullable<BotIssuesQuery['bot']>['issues'][number]['code'];

/** What the server says in forms and about flows, in a language. */
export interface FormWords {
  readonly texts: ServerWords;
  /** What is wrong and what follows from it, and what to do about it; each without a full stop. */
  readonly issues: Readonly<Record<IssueCode, readonly [problem: string, advice: string]>>;
  /** The titles of fixes; `{name}` stands for a name in them. */
  readonly fixes: ServerWords;
}

interface Loaded {
  readonly words: Words;
  readonly kinds: ServerWords;
  /** Further words by which a kind of block is found, by its English name. */
  readonly searchWords: ServerWords;
}

interface Language {
  readonly code: string;
  /** What its speakers call it. */
  readonly name: string;
  /** Loads its words; null is English, whose words are in the code; absent until somebody has written them. */
  readonly load?: (() => Promise<Loaded>) | null;
  /** Loads what only some screens show; absent for English. */
  readonly loadForms?: () => Promise<FormWords>;
}

const LANGUAGES: readonly Language[] = [
  { code: 'en', name: 'English', load: null },
  {
    ...{ code: 'de', name: 'Deutsch' },
    load: async () => import('./de.js'),
    loadForms: async () => import('./forms/de.js'),
  },
  {
    ...{ code: 'es', name: 'Español' },
    load: async () => import('./es.js'),
    loadForms: async () => import('./forms/es.js'),
  },
  { code: 'fr', name: 'Français' },
  { code: 'it', name: 'Italiano' },
  { code: 'ja', name: '日本語' },
  { code: 'nl', name: 'Nederlands' },
  { code: 'pl', name: 'Polski' },
  { code: 'pt', name: 'Português' },
  { code: 'tr', name: 'Türkçe' },
  { code: 'uk', name: 'Українська' },
  { code: 'zh', name: '中文' },
];

/** What a page has; tests read some of the modules outside one. */
interface Page {
  readonly document?: { readonly documentElement: { lang: string } };
  readonly location?: { reload(): void };
}

const page = globalThis as Page;

const KEY = 'parley-language';

/** The languages that can be chosen, by their codes. */
export const languages: readonly (readonly [code: string, name: string])[] = LANGUAGES.flatMap(
  ({ code, name, load }) => (load === undefined ? [] : [[code, name] as const]),
);

/** The language that is shown: the one that was chosen in this browser, or else the first of the browser's that there is. */
export const language: string = page.document ? chosen() : 'en';

/** How dates, numbers and names of languages are written: as in the browser's own variety of that language. */
export const locale: string =
  (page.document && navigator.languages.find((one) => codeOf(one) === language)) ?? language;

/** Shows the console in a language from now on. The page is loaded again; what was not stored yet is kept, as by each reload. */
export function chooseLanguage(code: string): void {
  localStorage.setItem(KEY, code);
  page.location?.reload();
}

const shown = LANGUAGES.find(({ code }) => code === language);

// Every module that has words waits here, so that constants can have them too. Without the file, words are English.
const loaded = await shown?.load?.().catch(() => undefined);

/** Loads what the server says in forms and about flows, in the language that is shown; undefined for English. */
export const loadForms = loaded && shown?.loadForms;

const plurals = new Intl.PluralRules(loaded ? language : 'en');
const own = new Set<string>(plurals.resolvedOptions().pluralCategories);
/** The categories of the language, in the order of the forms of a text. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((name) => own.has(name));

if (page.document) page.document.documentElement.lang = loaded ? language : 'en';

/**
 * A text in the language that is shown; its English names it. `values` stand in the place of their names in braces. A text about a number has
 * a form for each category of `Intl.PluralRules` in its language, such as that for one and that for others, with `|` between them: `count` chooses;
 * the last form also stands for the categories after it.
 */
export function t(word: Word, values: Readonly<Record<string, string | number>> = {}): string {
  const forms = (loaded?.words[word] ?? word).split('|');
  const text =
    forms[CATEGORIES.indexOf(plurals.select(Number(values['count'])))] ?? forms.at(-1) ?? '';
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text of the server that a canvas or a list shows, such as the name of a kind of block, in the language that is shown; in English where nobody has translated it. */
export function ofServer(text: string): string {
  return loaded?.kinds[text] ?? text;
}

/** Further words by which people find a kind of block in the language that is shown; `label` is its English name. */
export function searchWordsOf(label: string): string {
  return loaded?.searchWords[label] ?? '';
}

function chosen(): string {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages];
  const codes = wanted.flatMap((one) => (one === null ? [] : codeOf(one)));
  return codes.find((one) => languages.some(([code]) => code === one)) ?? 'en';
}

function codeOf(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}
