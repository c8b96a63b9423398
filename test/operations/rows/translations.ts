import { BOT_MISSING, mutation, row, type Shown } from './row.js';

const LANGUAGE = 'language isBase texts missing stale faulty';
const TEXT = 'path source text state status faults title isRichText groupId blockId';

const path = '/blocks/Start.1/content/richText';

export const translationRows = {
  listLanguages: row<{ languages: Shown[] }>({
    rest: 'GET /api/v1/bots/{botId}/languages',
    graphql: `query ($botId: ID!) { bot(id: $botId) { languages { ${LANGUAGE} } } }`,
    reply: { languages: 'bot.languages' },
    missing: BOT_MISSING,
    sent: { botId: '$botId' },
    fields: { '': 'languages' },
  }),
  listTranslations: row<{ texts: Shown[]; nextCursor: string | null }>({
    rest: 'GET /api/v1/bots/{botId}/translations',
    graphql: `query ($botId: ID!, $language: LanguageTag!, $limit: PageLimit, $cursor: String) {
      bot(id: $botId) { translations(language: $language, first: $limit, after: $cursor) {
        nodes { ${TEXT} } nextCursor } } }`,
    reply: { texts: 'bot.translations.nodes', nextCursor: 'bot.translations.nextCursor' },
    missing: BOT_MISSING,
    sent: { botId: '$botId', language: 'de' },
    fields: { '': 'texts nextCursor', 'texts.0': TEXT },
  }),
  readTranslationFile: row<{ content: string }>({
    rest: 'GET /api/v1/bots/{botId}/translations/file',
    graphql: `query ($botId: ID!, $language: LanguageTag!, $format: TranslationFormat!) {
      bot(id: $botId) { translationFile(language: $language, format: $format) } }`,
    reply: { content: 'bot.translationFile' },
    missing: BOT_MISSING,
    sent: { botId: '$botId', language: 'de', format: 'XLIFF' },
    fields: { '': 'content' },
  }),
  setTranslations: row<{ revision: number; languages: Shown[] }>({
    rest: 'POST /api/v1/bots/{botId}/translations',
    graphql: mutation(
      'setTranslations',
      'SetTranslationsInput',
      `bot { revision languages { ${LANGUAGE} } }`,
    ),
    reply: { revision: 'done.bot.revision', languages: 'done.bot.languages' },
    sent: {
      botId: '$requestBotId',
      language: 'de',
      baseLanguage: 'en',
      texts: [{ path, text: 'Hallo' }],
    },
    fields: { '': 'revision languages', 'languages.1': LANGUAGE },
    rule: 'writeBot',
    refuses: [
      [{ botId: '$botId', language: 'DE', texts: [] }, 'VALIDATION', 'language'],
      [
        { botId: '$botId', language: 'de', texts: [{ path: '/none', text: 'x' }] },
        'VALIDATION',
        'texts.0.path',
      ],
      [
        { botId: '$botId', language: 'fr', baseLanguage: 'fr', texts: [] },
        'VALIDATION',
        'language',
      ],
    ],
  }),
  importTranslations: row<{ imported: number; skipped: string[]; revision: number }>({
    rest: 'POST /api/v1/bots/{botId}/translations/file',
    graphql: mutation(
      'importTranslations',
      'ImportTranslationsInput',
      'imported skipped bot { revision }',
    ),
    reply: { imported: 'done.imported', skipped: 'done.skipped', revision: 'done.bot.revision' },
    sent: {
      ...{ botId: '$requestBotId', language: 'de', format: 'CSV' },
      content: `path,source,text\n${path},Welcome!,Willkommen!\n/none,x,y\n`,
    },
    fields: { '': 'imported skipped revision' },
    rule: 'writeBot',
    refuses: [
      [
        { botId: '$botId', language: 'de', format: 'XLIFF', content: 'no' },
        'VALIDATION',
        'content',
      ],
      [{ botId: '$botId', language: 'de', format: 'CSV', content: 'a,b' }, 'VALIDATION', 'content'],
    ],
  }),
  draftTranslations: row<{
    drafted: number;
    refused: Shown[];
    left: number;
    next: string;
    error: string;
    revision: number;
  }>({
    rest: 'POST /api/v1/bots/{botId}/translations/draft',
    graphql: mutation(
      'draftTranslations',
      'DraftTranslationsInput',
      'drafted refused { path faults } left next error bot { revision }',
    ),
    reply: {
      drafted: 'done.drafted',
      refused: 'done.refused',
      left: 'done.left',
      next: 'done.next',
      error: 'done.error',
      revision: 'done.bot.revision',
    },
    sent: {
      ...{ botId: '$botId', language: 'fr', credentialsId: '$credentialsId' },
      model: 'none',
    },
    fields: { '': 'drafted refused left next error revision' },
    rule: 'useCredentials',
    refuses: [
      [
        { botId: '$botId', language: 'fr', credentialsId: '$otherCredentialsId', model: 'none' },
        'CREDENTIALS_NOT_FOUND',
      ],
    ],
  }),
  removeLanguage: row<{ languages: Shown[] }>({
    rest: 'DELETE /api/v1/bots/{botId}/languages/{language}',
    graphql: mutation('removeLanguage', 'RemoveLanguageInput', `bot { languages { ${LANGUAGE} } }`),
    reply: { languages: 'done.bot.languages' },
    sent: { botId: '$botId', language: 'de' },
    fields: { '': 'languages' },
    rule: 'writeBot',
  }),
};
