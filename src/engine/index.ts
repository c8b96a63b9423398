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
export { customDomainSchema } from './customDomain.js';
export { diffFlows } from './diffFlows.js';
export { FLOW_CHANGE_KINDS, type FlowChange, type FlowChangeKind } from './flowChange.js';
export type { AnyBlock, BlockKind, Family, PlacedRefusal } from './block.js';
export { blockSchema, isKnownType, KINDS, servicesOf, type Block } from './blocks/index.js';
export { VALUE_KINDS } from './blocks/values/index.js';
export { hasCommand } from './command.js';
export type {
  Answer,
  Ask,
  Assignment,
  LoadBotAsk,
  Outcome,
  OutsideAsk,
  ResultVariable,
  ScriptArg,
  ScriptCapabilities,
  Tell,
} from './effect.js';
export { agentMessage } from './agentMessage.js';
export { detailsOf, withoutDetails } from './logDetails.js';
export { heardOf } from './heardOf.js';
export { dynamicThemeEvents } from './dynamicTheme.js';
export type { Env } from './env.js';
export {
  compileFlow,
  flowDefinitionSchema,
  type Flow,
  type FlowDefinition,
  type Flows,
} from './flow.js';
export { knownAs, textOfFlow } from './flowText.js';
export { endOfText, isTooMuchJson } from './jsonSize.js';
export type { Issue } from './issue.js';
export { namedIds } from './namedIds.js';
export { newDefinition } from './newDefinition.js';
export type { Passed } from './passed.js';
export { brief, placeText } from './placeText.js';
export { progressSoFar } from './progress.js';
export { prefilledVariablesSchema, type PrefilledVariables } from './prefilledVariables.js';
export { publicFace, type PublicFace } from './publicFace.js';
export type {
  ChatStatus,
  ClientAction,
  InputRequest,
  Log,
  Message,
  Reply,
  TurnEvent,
} from './reply.js';
export { exitsOf, reachableGroups, targetOf } from './reachableGroups.js';
export { referencesIn, type Reference } from './references.js';
export { replyOf } from './replyOf.js';
export { publicIdSchema } from './publicId.js';
export { resultColumns, type ResultColumn } from './resultColumns.js';
export { resultsTablePreferencesSchema, type ResultsTablePreferences } from './resultsTable.js';
export { seededEnv } from './seededEnv.js';
export { messageTextSchema, sentMessageSchema, type SentMessage } from './sentMessage.js';
export { STATE_VERSION, upgradeSession, type Session } from './session.js';
export { settleVariables } from './settleVariables.js';
export { unknownBlockIssues } from './sentGroup.js';
export { piecesOfDocument, type ReadInPieces } from './sentDocument.js';
export { sentThemeSchema } from './sentTheme.js';
export { settingsSchema, type Settings } from './settings.js';
export { startFromSchema, type StartFrom } from './startFrom.js';
export {
  startSession,
  type ChatStart,
  type Remembered,
  type RememberedAnswer,
} from './startSession.js';
export { step, type StepInput, type Turn } from './step.js';
export { isSecretName } from './secretNames.js';
export { stripUnknownCredentials } from './stripUnknownCredentials.js';
export { themeSchema, type Theme } from './theme.js';
export {
  misspeltFaults,
  patchedUnknownMembers,
  unknownMembers,
  unknownMembersFaults,
} from './unknownMembers.js';
export type { UserMessage } from './userMessage.js';
export { isVisible } from './visible.js';
export type { Value } from './value.js';
