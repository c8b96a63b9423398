/** The engine's public face: other folders import the engine only through this file. */
export {
  botImportFields,
  botImportSchema,
  botPatchFields,
  botPatchSchema,
  flowOverrideFields,
  flowOverrideSchema,
  newBotFields,
  newBotSchema,
  type BotImport,
  type BotPatch,
  type FlowOverride,
  type NewBot,
} from './bot.js';
export type { AnyBlock, BlockKind, Family } from './block.js';
export { blockSchema, isKnownType, KINDS, type Block } from './blocks/index.js';
export { VALUE_KINDS } from './blocks/values/index.js';
export type { Answer, Ask, Outcome, ResultVariable, ScriptArg, Tell } from './effect.js';
export type { Env } from './env.js';
export {
  compileFlow,
  flowDefinitionSchema,
  type Flow,
  type FlowDefinition,
  type Flows,
} from './flow.js';
export type { Issue } from './issue.js';
export { newDefinition } from './newDefinition.js';
export { prefilledVariablesSchema, type PrefilledVariables } from './prefilledVariables.js';
export { publicFace, type PublicFace } from './publicFace.js';
export type { ClientAction, InputRequest, Log, Message, Reply, TurnEvent } from './reply.js';
export { replyOf } from './replyOf.js';
export { resultsTablePreferencesSchema, type ResultsTablePreferences } from './resultsTable.js';
export { seededEnv } from './seededEnv.js';
export { sentMessageSchema, type SentMessage } from './sentMessage.js';
export { STATE_VERSION, upgradeSession, type Session } from './session.js';
export { settleVariables } from './settleVariables.js';
export { settingsSchema, type Settings } from './settings.js';
export { startFromSchema, type StartFrom } from './startFrom.js';
export {
  startSession,
  type ChatStart,
  type Remembered,
  type RememberedAnswer,
} from './startSession.js';
export { step, type StepInput, type Turn } from './step.js';
export { stripUnknownCredentials } from './stripUnknownCredentials.js';
export { themeSchema, type Theme } from './theme.js';
export type { UserMessage } from './userMessage.js';
export type { Value } from './value.js';
