import type { Group } from '../documents/group.js';
import { oncePer } from '../documents/oncePer.js';
import {
  textsOf,
  translationsSchema,
  type Translation,
  type Translations,
} from '../documents/translations.js';
import type { Flow, FlowDefinition, LocatedBlock } from '../flow/flow.js';
import { blockPart, settingsPart, type FlowPart } from '../flow/flowParts.js';
import { fillDeep } from '../text/fillDeep.js';
import { messagesIn } from '../text/messageFormat.js';
import { defaultTexts } from './defaultTexts.js';
import { textIn } from './flowTexts.js';
import { languageOf, primaryOf } from './languageOf.js';
import { htmlOfMarkup } from './markup.js';
import { rewriteTexts, type TextPlace } from './textsOfPart.js';

/**
 * A flow as people read it who want `locale` (see `languageOf`): texts without a translation stay as they are, with plurals, numbers and days
 * of their own language, and an input that has no text of its own has the default of the language. Ids, edges and everything else are the
 * same, so a chat can change from one to the other. A flow without translations stays itself.
 */
export function inLanguage(flow: Flow, locale: string | undefined): Flow {
  const translations = translationsOf(flow);
  if (!translations) return flow;
  const language = languageOf(translations, locale);
  if (language === undefined || isAsWritten(translations, language)) return flow;
  const made = madeOf(flow);
  const known = made.get(language) ?? translated(flow, language);
  made.set(language, known);
  return known;
}

/** The language in which a flow answers somebody who wants `locale`; undefined where it does not say in which languages it is. */
export function languageIn(flow: Flow, locale: string | undefined): string | undefined {
  const translations = translationsOf(flow);
  return translations && languageOf(translations, locale);
}

/** The translations of a flow; undefined also for a flow of another product whose member of that name holds something else. */
function translationsOf({ definition }: Flow): Translations | undefined {
  return definition.translations && checked(definition.translations);
}

const checked = oncePer((sent: Translations) => translationsSchema.safeParse(sent).data);

/** The flow in the languages that chats have read it in; a flow has few. */
const madeOf = oncePer((_flow: Flow) => new Map<string, Flow>());

/** Whether a flow needs no change to be read: defaults are in English. */
function isAsWritten({ base }: Translations, language: string): boolean {
  return language === base && primaryOf(base) === 'en';
}

/** Groups are translated when they are first visited, because some flows are large. */
function translated(flow: Flow, language: string): Flow {
  const { definition } = flow;
  const words = wordsOf(definition, language);
  const groupOf = oncePer((group: Group): Group => ({
    ...group,
    // Only texts are set, so a block stays one.
    blocks: group.blocks.map((block) =>
      rewritten(blockPart(block, group.id), words),
    ) as Group['blocks'],
  }));
  const settings = rewritten(settingsPart(definition.settings), words);
  const placeOf = (place: LocatedBlock): LocatedBlock | undefined => {
    const group = groupOf(place.group);
    const block = group.blocks[place.index];
    return block && { ...place, group, block };
  };
  return {
    ...flow,
    language,
    definition: { ...definition, settings },
    group: (id) => mapped(flow.group(id), groupOf),
    groupTitled: (title) => mapped(flow.groupTitled(title), groupOf),
    block: (id) => mapped(flow.block(id), placeOf),
  };
}

function mapped<T, R>(value: T | undefined, map: (value: T) => R): R | undefined {
  return value === undefined ? undefined : map(value);
}

/** The texts of a language: those of the flow by path, and the defaults by their English texts; and the language of the other texts. */
interface Words {
  readonly base: string | undefined;
  readonly texts: Readonly<Record<string, Translation>>;
  readonly defaults: ReadonlyMap<string, string>;
}

function wordsOf({ translations }: FlowDefinition, language: string): Words {
  return {
    base: translations?.base,
    texts: textsOf(translations, language),
    defaults: defaultTexts(language),
  };
}

function rewritten(part: FlowPart, words: Words): FlowPart['part'] {
  return rewriteTexts(
    part,
    (place) => inWords(place, words) ?? asDefault(part, place, words) ?? inBase(place, words),
  );
}

function inWords(place: TextPlace, { texts }: Words) {
  const { path, field, owner, name } = place;
  const text = Object.hasOwn(texts, path) ? texts[path]?.text : undefined;
  if (text === undefined || text.trim() === '' || textIn(place) === '') return undefined;
  if (field.control === 'RICH_TEXT') return { [name]: [], html: htmlOfMarkup(text) };
  const { keptIn } = field;
  return { [name]: text, ...(keptIn !== undefined && !owner[keptIn] && { [keptIn]: owner[name] }) };
}

/** A text without a translation, if it has plurals, numbers or days: they are written as its language does. */
function inBase({ owner, name }: TextPlace, { base }: Words) {
  const text = { [name]: owner[name] };
  if (base === undefined || !JSON.stringify(text).includes('{{{')) return undefined;
  const fill = (one: string) => messagesIn(base, one);
  return fillDeep(text, { fill, charge: () => undefined });
}

/** The default of a text that is not set; a bubble has none that is said. */
function asDefault(
  { within }: FlowPart,
  { field, owner, name, memberPath }: TextPlace,
  { defaults }: Words,
) {
  const isAsked = within !== '' || memberPath.startsWith('options.');
  const usual = isAsked && !owner[name] ? defaults.get(String(field.default)) : undefined;
  return usual === undefined ? undefined : { [name]: usual };
}
