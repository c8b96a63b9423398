import { accessExamples } from './accessExamples.js';
import { authoringExamples } from './authoringExamples.js';
import { countExamples } from './countExamples.js';
import {
  bot,
  botId,
  flow,
  question,
  result,
  resultId,
  workspace,
  workspaceId,
  type Example,
} from './exampleParts.js';

/** Examples by operation id: the endpoints of the interface, one after the other as a client would call them. */
export const examples: Readonly<Record<string, Example>> = {
  postWorkspaces: {
    body: { name: 'Acme' },
    reply: { workspace },
  },
  postBots: { body: { workspaceId, bot: { name: 'Lead form', ...flow } }, reply: { bot } },
  postBotsImport: {
    body: { workspaceId, bot: { version: '6', name: 'Lead form', ...flow } },
    reply: { bot },
  },
  getBotsBotId: { reply: { bot, currentUserMode: 'write' } },
  patchBotsBotId: {
    body: { bot: { name: 'Contact form', isClosed: true } },
    reply: {
      bot: {
        ...bot,
        name: 'Contact form',
        isClosed: true,
        updatedAt: '2026-11-21T10:27:12.880Z',
      },
    },
  },
  postBotsBotIdPublish: {
    body: { label: 'First' },
    reply: {
      publicId: 'lead-form-z8unqd7',
      version: { id: 'ver_0mwq9jvn30r0f2i2w2affu4s', number: 1 },
      issues: [
        {
          level: 'WARNING',
          code: 'GROUP_UNREACHABLE',
          message: 'Group "Old questions": no way leads here',
          groupId: 'g_old',
          blockId: null,
          edgeId: null,
        },
      ],
    },
  },
  getBotsBotIdPublishedBot: {
    reply: {
      publishedBot: {
        id: 'ver_0mwq9jvn30r0f2i2w2affu4s',
        botId,
        createdAt: '2026-11-21T10:26:49.455Z',
        updatedAt: '2026-11-21T10:26:49.455Z',
        version: '6',
        ...flow,
        theme: {},
        settings: {},
      },
      version: '6',
    },
  },
  postBotsPublicIdStartChat: {
    body: { prefilledVariables: { Source: 'newsletter' } },
    reply: { sessionId: 'ses_0mwq9jvrn3cw1h3rngmptru9xb20shxdrc', resultId, ...question },
  },
  postBotsBotIdPreviewStartChat: {
    body: { startFrom: { type: 'group', groupId: 'g1' } },
    reply: { sessionId: 'ses_0mwq9jw2r73r10prdtmrt9jq68ty7yfbem', ...question },
  },
  getSessionsSessionIdEvents: {
    reply: {
      events: [
        { seq: 4, turn: 2, at: '2026-01-31T09:30:00.000Z', kind: 'heard', text: 'Ada' },
        { seq: 5, turn: 2, at: '2026-01-31T09:30:00.000Z', kind: 'turnEnd', isEnded: false },
      ],
      lastSeq: 5,
      isEnded: false,
    },
  },
  postSessionsSessionIdSetStatus: {
    body: { status: 'PAUSED' },
    reply: { status: 'PAUSED', turn: 3, lastSeq: 11 },
  },
  postSessionsSessionIdPostAgentMessage: {
    body: { text: 'Hello, this is Grace.' },
    reply: {
      message: {
        id: 'msg_0mwq9jw2r73r10prdtmrt9jq',
        type: 'text',
        content: {
          type: 'richText',
          richText: [{ type: 'p', children: [{ text: 'Hello, this is Grace.' }] }],
          html: '<div>Hello, this is Grace.</div>',
          plainText: 'Hello, this is Grace.',
        },
      },
      turn: 4,
      lastSeq: 13,
    },
  },
  postSessionsSessionIdStopReply: { reply: { wasStreaming: true } },
  postSessionsSessionIdContinueChat: { body: { message: 'Ada' }, reply: { messages: [] } },
  getBotsBotIdResults: { reply: { results: [result], nextCursor: null } },
  getBotsBotIdResultsResultId: { reply: { result } },
  ...authoringExamples,
  ...accessExamples,
  ...countExamples,
};
