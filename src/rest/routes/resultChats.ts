import type { Route } from '../route.js';
import { resultId } from './exampleParts.js';
import { ofResult } from './results.js';

/** The endpoints of a result's chat: its log and its transcript. */
export const resultChatRoutes: readonly Route[] = [
  {
    ...ofResult,
    path: '/v1/bots/{botId}/results/{resultId}/logs',
    summary: 'Read what was logged for a result',
    document: `query ($botId: ID!, $resultId: ID!) { bot(id: $botId) { result(id: $resultId) {
      logs { id: logId createdAt resultId status description details } } } }`,
    reply: { logs: 'bot.result.logs' },
    example: {
      reply: {
        logs: [
          {
            id: `${resultId}.1`,
            createdAt: '2026-11-21T10:26:49.926Z',
            resultId,
            status: 'error',
            description: 'The request was answered with 503',
            details: { status: 503 },
          },
        ],
      },
    },
  },
  {
    ...ofResult,
    path: '/v1/bots/{botId}/results/{resultId}/transcript',
    summary: 'Read what was said in the chat of a result',
    document: `query ($botId: ID!, $resultId: ID!) { bot(id: $botId) { result(id: $resultId) {
      transcript { role type text mediaUrl blockId at } } } }`,
    reply: { transcript: 'bot.result.transcript' },
    example: {
      reply: {
        transcript: [
          {
            role: 'BOT',
            type: 'text',
            text: 'What is your name?',
            mediaUrl: null,
            blockId: 'b1',
            at: '2026-11-21T10:26:49.619Z',
          },
          {
            role: 'USER',
            type: 'text',
            text: 'Ada',
            mediaUrl: null,
            blockId: 'b2',
            at: '2026-11-21T10:26:49.926Z',
          },
        ],
      },
    },
  },
];
