import type { Example } from './exampleParts.js';

const answers = [{ blockId: 'b2', total: 17 }];

/** Examples of replies about results besides the results themselves: deletion, logs, transcript, counts. */
export const countExamples: Readonly<Record<string, Example>> = {
  deleteBotsBotIdResults: { reply: { deletedCount: 2 } },
  getBotsBotIdResultsResultIdLogs: {
    reply: {
      logs: [
        {
          id: 'res_0mwq9jvrnfz2e2utox8g167i.1',
          createdAt: '2026-11-21T10:26:49.926Z',
          resultId: 'res_0mwq9jvrnfz2e2utox8g167i',
          status: 'error',
          description: 'The request was answered with 503',
          details: { status: 503 },
        },
      ],
    },
  },
  getBotsBotIdResultsResultIdTranscript: {
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
  getBotsBotIdAnalyticsStats: { reply: { totalViews: 40, totalStarts: 17, totalCompleted: 12 } },
  getBotsBotIdAnalyticsTotalAnswersInBlocks: { reply: { totalAnswersInBlocks: answers } },
  getBotsBotIdAnalyticsTotalVisitedEdges: {
    reply: { totalVisitedEdges: [{ edgeId: 'e1', total: 40 }] },
  },
  getBotsBotIdAnalyticsInDepthData: {
    reply: {
      totalAnswers: answers,
      offDefaultPathVisitedEdges: [{ id: 'e2', total: 5, to: { groupId: 'g2', blockId: null } }],
    },
  },
};
