import type { Route } from '../route.js';
import { PAGE_MEANS, PAGE_QUERY } from './pages.js';

const LANGUAGE = 'language isBase texts missing stale faulty';
const TEXT = 'path source text state status faults title isRichText groupId blockId';

const path = '/blocks/b1/content/richText';

const german = { language: 'de', isBase: false, texts: 4, missing: 3, stale: 0, faulty: 0 };

const text = {
  ...{ path, source: 'What is your name?', text: 'Wie heißen Sie?', state: 'TRANSLATED' },
  ...{ status: 'TRANSLATED', faults: [], title: 'Text', isRichText: true },
  ...{ groupId: 'g1', blockId: 'b1' },
};

const language = {
  name: 'language',
  description: 'The language, as a tag (BCP 47) such as de or pt-BR',
};

/** The endpoints of the languages of bots. */
export const translationRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/bots/{botId}/languages',
    summary: 'List the languages of the draft of a bot, and how far they are',
    document: `query ($botId: ID!) { bot(id: $botId) { languages { ${LANGUAGE} } } }`,
    reply: { languages: 'bot.languages' },
    missing: { bot: 'BOT_NOT_FOUND' },
    needsToken: true,
    example: { reply: { languages: [german] } },
  },
  {
    method: 'delete',
    path: '/v1/bots/{botId}/languages/{language}',
    summary: 'Remove a language with its translations from the draft of a bot',
    document: `mutation ($botId: ID!, $language: LanguageTag!) {
      removeLanguage(input: { botId: $botId, language: $language }) { bot { languages { ${LANGUAGE} } } }
    }`,
    reply: { languages: 'removeLanguage.bot.languages' },
    means: { languages: 'The languages that are left' },
    needsToken: true,
    example: { reply: { languages: [] } },
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}/translations',
    summary: 'List the texts of the draft of a bot with their translations',
    document: `query ($botId: ID!, $language: LanguageTag!, $limit: PageLimit = 50, $cursor: String) {
      bot(id: $botId) { translations(language: $language, first: $limit, after: $cursor) {
        nodes { ${TEXT} } nextCursor } }
    }`,
    reply: { texts: 'bot.translations.nodes', nextCursor: 'bot.translations.nextCursor' },
    means: PAGE_MEANS,
    missing: { bot: 'BOT_NOT_FOUND' },
    query: [language, ...PAGE_QUERY],
    needsToken: true,
    example: { reply: { texts: [text], nextCursor: null } },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/translations',
    summary: 'Store translations in the draft of a bot',
    document: `mutation ($input: SetTranslationsInput!) {
      setTranslations(input: $input) { bot { revision languages { ${LANGUAGE} } } }
    }`,
    reply: { revision: 'setTranslations.bot.revision', languages: 'setTranslations.bot.languages' },
    body: {
      input: 'SetTranslationsInput',
      members: ['language', 'texts', 'baseLanguage', 'ifRevision'],
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
    example: {
      body: { language: 'de', baseLanguage: 'en', texts: [{ path, text: 'Wie heißen Sie?' }] },
      reply: { revision: 8, languages: [german] },
    },
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}/translations/file',
    summary: 'Get the texts of the draft of a bot as a file for translators',
    document: `query ($botId: ID!, $language: LanguageTag!, $format: TranslationFormat!) {
      bot(id: $botId) { translationFile(language: $language, format: $format) }
    }`,
    reply: { content: 'bot.translationFile' },
    means: { content: 'The file, as text' },
    missing: { bot: 'BOT_NOT_FOUND' },
    query: [language, { name: 'format', description: '`XLIFF` or `CSV`' }],
    needsToken: true,
    example: {
      reply: {
        content: `"path","source","text","state"\r\n"${path}","What is your name?","",""\r\n`,
      },
    },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/translations/file',
    summary: 'Store the translations of a file in the draft of a bot',
    document: `mutation ($input: ImportTranslationsInput!) {
      importTranslations(input: $input) { imported skipped bot { revision } }
    }`,
    reply: {
      imported: 'importTranslations.imported',
      skipped: 'importTranslations.skipped',
      revision: 'importTranslations.bot.revision',
    },
    body: {
      input: 'ImportTranslationsInput',
      members: ['language', 'format', 'content', 'ifRevision'],
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
    example: {
      body: {
        ...{ language: 'de', format: 'CSV' },
        content: `path,source,text\r\n${path},What is your name?,Wie heißen Sie?\r\n`,
      },
      reply: { imported: 1, skipped: [], revision: 9 },
    },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/translations/draft',
    summary: 'Let a model draft the next translations of a bot',
    document: `mutation ($input: DraftTranslationsInput!) {
      draftTranslations(input: $input) {
        drafted refused { path faults } left next error bot { revision } }
    }`,
    reply: {
      drafted: 'draftTranslations.drafted',
      refused: 'draftTranslations.refused',
      left: 'draftTranslations.left',
      next: 'draftTranslations.next',
      error: 'draftTranslations.error',
      revision: 'draftTranslations.bot.revision',
    },
    body: {
      input: 'DraftTranslationsInput',
      members: ['language', 'credentialsId', 'model', 'after', 'ifRevision'],
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
    example: {
      body: { language: 'de', credentialsId: 'crd_1', model: 'gpt-5.6-terra' },
      reply: {
        ...{ drafted: 20, left: 3, next: path, error: '', revision: 10 },
        refused: [{ path, faults: ['{{Name}} is missing'] }],
      },
    },
  },
];
