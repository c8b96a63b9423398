import type { Route } from '../route.js';
import { at, versionId } from './exampleParts.js';

const STAGE = `name version { id number } url startChatUrl variables credentials { credentialsId replacementId } createdAt updatedAt
  stats(timeFilter: ALL_TIME) { totalViews totalStarts totalCompleted completionRate }`;
const PATH = '/v1/bots/{botId}/stages';

const version = { id: versionId, number: 2 };
const stage = {
  name: 'staging',
  version,
  url: 'https://chat.example.com/lead-form-z8unqd7@staging',
  startChatUrl: 'https://chat.example.com/api/v1/bots/lead-form-z8unqd7@staging/startChat',
  variables: { Shop: 'https://test.example.com' },
  credentials: [],
  createdAt: at,
  updatedAt: at,
  stats: { totalViews: 2, totalStarts: 1, totalCompleted: 1, completionRate: 1 },
};

/** The endpoints of the stages of bots. */
export const stageRoutes: readonly Route[] = [
  {
    method: 'get',
    path: PATH,
    summary: 'List the stages of a bot',
    document: `query ($botId: ID!) { bot(id: $botId) { stages { ${STAGE} } } }`,
    reply: { stages: 'bot.stages' },
    means: { stages: 'The stages, by name' },
    missing: { bot: 'BOT_NOT_FOUND' },
    needsToken: true,
    example: { reply: { stages: [stage] } },
  },
  {
    method: 'put',
    path: `${PATH}/{stage}`,
    summary: 'Create a stage of a bot, or set what it runs',
    document: `mutation ($input: SetBotStageInput!) { setBotStage(input: $input) { stage { ${STAGE} } } }`,
    reply: { stage: 'setBotStage.stage' },
    body: {
      input: 'SetBotStageInput',
      members: ['versionId', 'variables', 'credentials'],
      isOptional: true,
      limit: 'authoring',
    },
    needsToken: true,
    example: { body: { versionId, variables: stage.variables }, reply: { stage } },
  },
  {
    method: 'post',
    path: `${PATH}/{stage}/promote`,
    summary: 'Make new chats run the version of a stage',
    document: `mutation ($input: PromoteStageInput!) {
      promoteStage(input: $input) { bot { publicId } version { id number } }
    }`,
    reply: { publicId: 'promoteStage.bot.publicId', version: 'promoteStage.version' },
    body: {
      input: 'PromoteStageInput',
      members: ['overrideReason'],
      isOptional: true,
      limit: 'chat',
    },
    needsToken: true,
    example: { body: {}, reply: { publicId: 'lead-form-z8unqd7', version } },
  },
  {
    method: 'delete',
    path: `${PATH}/{stage}`,
    summary: 'Delete a stage of a bot; its version and results stay',
    document: `mutation ($botId: ID!, $stage: ShortText!) {
      deleteBotStage(input: { botId: $botId, stage: $stage }) { bot { stages { ${STAGE} } } }
    }`,
    reply: { stages: 'deleteBotStage.bot.stages' },
    means: { stages: 'The stages that are left' },
    needsToken: true,
    example: { reply: { stages: [stage] } },
  },
];
