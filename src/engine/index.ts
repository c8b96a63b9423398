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
} from './documents/bot.js';
export { shownBotMembers, shownMembers } from './documents/botMembers.js';
export { customDomainSchema } from './documents/customDomain.js';
export { editSteps } from './edits/applyEdits.js';
export { EditRefused } from './edits/edited.js';
export { editConflicts } from './edits/editConflicts.js';
export { editFaults } from './edits/editFaults.js';
export { MAX_ISSUES } from './flow/issue.js';
export type { FlowEdit } from './edits/flowEdit.js';
export { editsFields } from './edits/editInputs.js';
export { sentEditsSchema } from './edits/sentEdits.js';
export { diffFlows } from './flow/diff/diffFlows.js';
export { FLOW_CHANGE_KINDS, type FlowChange, type FlowChangeKind } from './flow/diff/flowChange.js';
export type {
  AnyBlock,
  BlockKind,
  Family,
  PlacedRefusal,
  UploadRule,
} from './blocks/kind/block.js';
export { numberOrTemplateSchema } from './blocks/kind/blockFields.js';
export { ENDINGS, isAllowedFile } from './blocks/kind/fileType.js';
export { storedBlockSchema } from './documents/group.js';
export { issuesIn } from './documents/issuesIn.js';
export {
  BUBBLES,
  INPUTS,
  isKnownType,
  KINDS,
  servicesOf,
  uploadRulesOf,
  type BubbleType,
  type InputType,
} from './blocks/index.js';
export { loadedBotSchema } from './interpreter/loadedBot.js';
export { intentIn, replyOfPaid } from './blocks/kind/paymentIntent.js';
export { paymentLabel } from './blocks/kind/paymentQuote.js';
export { unstatedInLooks, unstatedInOptions, type Unstated } from './flow/unstatedMembers.js';
export { VALUE_KINDS } from './blocks/values/index.js';
export { hasCommand } from './interpreter/command.js';
export type {
  EffectResult,
  Effect,
  ForgeEffect,
  Assignment,
  FormPart,
  CreatePaymentEffect,
  VerifyPaymentEffect,
  LoadBotEffect,
  CodeResult,
  OutsideEffect,
  ResultVariable,
  ScriptArg,
  ScriptCapabilities,
  TurnRecord,
} from './interpreter/effect.js';
export { agentMessage } from './reply/agentMessage.js';
export { maskSecrets } from './integrations/http/maskSecrets.js';
export { detailsOf, logEvent, withoutDetails } from './interpreter/logDetails.js';
export { isShallow } from './values/parseJson.js';
export { clientActions } from './reply/clientActions.js';
export { customEmbedSchema } from './reply/customEmbed.js';
export { dynamicThemeEvents } from './interpreter/dynamicTheme.js';
export {
  compileFlow,
  flowDefinitionSchema,
  type Flow,
  type FlowDefinition,
  type LocatedBlock,
} from './flow/flow.js';
export { flowOfText, knownAs, textOfFlow } from './documents/flowText.js';
export { endOfText, isTooMuchJson } from './documents/jsonSize.js';
export { additionsTo, meaningOf } from './documents/optionMeaning.js';
export { namedIds } from './flow/namedIds.js';
export { newDefinition } from './documents/newDefinition.js';
export { brief, placeText } from './interpreter/placeText.js';
export { progressSoFar } from './progress/progress.js';
export { prefilledVariablesSchema } from './documents/prefilledVariables.js';
export { publicFace } from './reply/publicFace.js';
export type {
  ChatStatus,
  ClientAction,
  InputRequest,
  Log,
  LogEvent,
  Message,
  Reply,
  TurnEvent,
} from './reply/reply.js';
export { exitsOf, reachableGroups, targetOf } from './flow/reachableGroups.js';
export { AUTHOR, fillingsIn, isRunByClient } from './flow/fillings.js';
export { referencesIn, type Reference } from './flow/references.js';
export { replyOf } from './reply/replyOf.js';
export { publicIdSchema } from './documents/publicId.js';
export { requestBlocks } from './flow/requestBlocks.js';
export { sampleRequest } from './flow/sampleRequest.js';
export { responsePaths, type ResponseParts } from './integrations/http/responsePaths.js';
export { resultColumns, type ResultColumn } from './flow/resultColumns.js';
export {
  resultsTablePreferencesSchema,
  type ResultsTablePreferences,
} from './documents/resultsTable.js';
export { seededEnv } from './interpreter/seededEnv.js';
export { messageTextSchema, sentMessageSchema } from './documents/sentMessage.js';
export {
  upgradeSession,
  type MessengerContact,
  type Session,
  type TraceEntry,
} from './interpreter/session.js';
export { settleVariables } from './flow/settleVariables.js';
export { unknownBlockIssues } from './documents/sentGroup.js';
export { findPosition } from './flow/position.js';
export { piecesOfDocument, type ReadInPieces } from './documents/sentDocument.js';
export { sentThemeSchema } from './documents/sentTheme.js';
export { settingsSchema, type Settings } from './documents/settings.js';
export { isInline, isLeaf, richTextNodeSchema, type RichTextNode } from './text/richTextNode.js';
export { startFromSchema, type StartFrom } from './interpreter/startFrom.js';
export { startSession } from './interpreter/startSession.js';
export { requestStream, streamedEffect } from './interpreter/requestStream.js';
export { receivedEvents, step, type StepInput, type StepResult } from './interpreter/step.js';
export { isSecretName } from './interpreter/secretNames.js';
export { stripUnknownCredentials } from './flow/stripUnknownCredentials.js';
export { themeSchema, type Theme } from './documents/theme.js';
export { THEME_VERSION } from './documents/themeVersion.js';
export {
  misspeltFaults,
  patchedUnknownMembers,
  unknownMembers,
  unknownMembersFaults,
} from './documents/unknownMembers.js';
export { toOriginal } from './flow/upgrade/originalNames.js';
export type { RefusedUpload, Upload, UserMessage } from './documents/userMessage.js';
export { normalText } from './text/normalText.js';
export { isVisible } from './text/visible.js';
