/** The engine's public face: other folders import the engine only through this file. */
export {
  type BotImport,
  botImportFields,
  botImportSchema,
  type BotPatch,
  BOT_MEMBERS,
  botPatchFields,
  botPatchSchema,
  type FlowOverride,
  flowOverrideFields,
  flowOverrideSchema,
  type NewBot,
  newBotFields,
  newBotSchema,
  newDefinition,
  sentThemeSchema,
} from './documents/bot.js';
export {
  customDomainSchema,
  publicIdSchema,
  type ResultsTablePreferences,
  resultsTablePreferencesSchema,
  shownBotMembers,
  shownMembers,
} from './documents/botMembers.js';
export { editSteps } from './edits/applyEdits.js';
export { EditRefused } from './edits/edited.js';
export { editConflicts } from './edits/editConflicts.js';
export { editFaults } from './edits/editFaults.js';
export type { FlowEdit } from './edits/flowEdit.js';
export {
  botTestSchema,
  type BotTest,
  type BotTestStep,
  type BotTestStub,
  type Expectation,
  type ExpectedText,
} from './documents/botTest.js';
export { itemConditions } from './conditions/itemConditions.js';
export { isJsonRecord, recordsIn, type JsonRecord } from './documents/jsonRecord.js';
export { mergePatch } from './edits/mergePatch.js';
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
export { type CodeLanguage, type Control, field, optional, type Stated } from './fields/field.js';
export { describeFields } from './fields/describeFields.js';
export { fieldsOfKind } from './fields/fieldsOfKind.js';
export type {
  FieldChoice,
  FieldCondition,
  FieldDescription,
  VariableUse,
} from './fields/fieldDescription.js';
export { type Icon, svgOf } from './blocks/kind/icons.js';
export type { ValueType } from './blocks/kind/valueType.js';
export { numberOrTemplateSchema } from './blocks/kind/blockFields.js';
export { ENDINGS, isAllowedFile } from './blocks/kind/fileType.js';
export { storedBlockSchema } from './documents/group.js';
export {
  BUBBLES,
  INPUTS,
  isKnownType,
  kindOf,
  KINDS,
  sampleAnswers,
  servicesOf,
  uploadRulesOf,
  type BubbleType,
  type InputType,
} from './blocks/index.js';
export {
  type Assignment,
  type CodeResult,
  type CreatePaymentEffect,
  type Effect,
  type EffectResult,
  type ForgeEffect,
  type FormPart,
  type HandledEffect,
  type LoadBotEffect,
  loadedBotSchema,
  type OutsideEffect,
  type PauseEffect,
  type ScriptArg,
  type ScriptCapabilities,
  type VerifyPaymentEffect,
} from './interpreter/effect.js';
export type { HandOverRecord, ResultVariable, TurnRecord } from './interpreter/turnRecord.js';
export { intentIn, replyOfPaid } from './blocks/kind/paymentIntent.js';
export { paymentLabel } from './blocks/kind/paymentQuote.js';
export { unstatedInLooks, unstatedInOptions, type Unstated } from './flow/unstatedMembers.js';
export { compare, type ComparisonOperator } from './conditions/comparison.js';
export { loneName, namesIn } from './text/names.js';
export { VALUE_KINDS } from './blocks/values/index.js';
export { hasCommand } from './interpreter/command.js';
export { cannedText } from './interpreter/cannedText.js';
export { fileMessage } from './reply/fileMessage.js';
export { agentMessage } from './reply/textContent.js';
export { hasSecrets, maskSecrets } from './integrations/http/maskSecrets.js';
export { detailsOf, logEvent, withoutDetails } from './interpreter/logDetails.js';
export { isShallow, parseJson } from './values/parseJson.js';
export { toValue } from './values/value.js';
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
export { oncePer } from './documents/oncePer.js';
export { additionsTo, meaningOf } from './documents/optionMeaning.js';
export { namedIds, type Reference, referencesIn } from './flow/references.js';
export { brief, findPosition, placeText } from './flow/position.js';
export type { MoveReason } from './move/moveReason.js';
export { moveSession, type MovedSession } from './move/moveSession.js';
export { pairFlows } from './move/pairFlows.js';
export { progressSoFar } from './progress/progress.js';
export {
  messageTextSchema,
  prefilledVariablesSchema,
  sentMessageSchema,
} from './documents/sentMessage.js';
export { pace } from './documents/pace.js';
export { languageTagSchema, TRANSLATION_STATES } from './documents/translations.js';
export { csvOf, textsOfCsv } from './translations/csv.js';
export {
  draftBatch,
  draftMessages,
  draftsIn,
  isToDraft,
  type ReadDrafts,
  type RefusedDraft,
} from './translations/draftTexts.js';
export { sentOfFile, translationEdit, type SentTranslation } from './translations/importTexts.js';
export { inLanguage } from './translations/inLanguage.js';
export {
  translatedTexts,
  type TextStatus,
  type TranslatedText,
} from './translations/translatedTexts.js';
export { NoTranslationFile, type TranslationFormat } from './translations/translationFile.js';
export { textsOfXliff, xliffOf } from './translations/xliff.js';
export { publicFace } from './reply/publicFace.js';
export type {
  Agent,
  ChatStatus,
  ClientAction,
  InputRequest,
  Log,
  LogEvent,
  Message,
  Reply,
  TurnEvent,
} from './reply/reply.js';
export { blockFaults } from './flow/blockFaults.js';
export { issueCodes, type IssueCode } from './issues/issueCodes.js';
export type { IssueLevel } from './issues/issueText.js';
export { fixOf } from './issues/fixOf.js';
export { FIX_TITLES } from './issues/fixTitles.js';
export { shortestWays } from './issues/shortestWays.js';
export type { FlowGraph } from './issues/flowGraph.js';
export { accountsIn } from './issues/accountsIn.js';
export { namePaths } from './flow/namePaths.js';
export { isLeftOtherwise } from './issues/wayIssues.js';
export { messengerIssues } from './issues/messengerIssues.js';
export { flowSearch, type FlowSearch } from './issues/flowSearch.js';
export type { FoundAt, FoundIssue } from './issues/foundIssue.js';
export { linksAtOnce, linkTarget, type LinkTarget } from './flow/linksAtOnce.js';
export { exitsOf, reachableGroups, targetOf } from './flow/reachableGroups.js';
export { AUTHOR, fillingsIn, isRunByClient } from './flow/fillings.js';
export { type Breakpoint, breakpointsSchema } from './interpreter/breakpoint.js';
export { replyOf } from './reply/replyOf.js';
export { type Miniature, miniatureOf } from './flow/miniature.js';
export { outlineOf } from './flow/outline.js';
export { searchFlow, type FlowMatch, type MatchKind } from './flow/searchFlow.js';
export { variableUses, type UsedVariable, type UsePlace } from './flow/variableUses.js';
export { requestBlocks } from './flow/requestBlocks.js';
export { sampleRequest } from './flow/sampleRequest.js';
export { responsePaths, type ResponseParts } from './integrations/http/responsePaths.js';
export { resultColumns, type ResultColumn } from './flow/resultColumns.js';
export { askAgain } from './interpreter/askAgain.js';
export { MAX_WORK_PER_TURN } from './interpreter/budget.js';
export { countedEnv, seededEnv } from './interpreter/env.js';
export {
  upgradeSession,
  type MessengerContact,
  type Session,
  type PassedPart,
  isTraced,
} from './interpreter/session.js';
export { settleVariables } from './flow/settleVariables.js';
export type { StateChange } from './trace/stateChange.js';
export type { AiActionUse, TraceEntry } from './trace/traceEntry.js';
export { foldTrace, type FoldedSession } from './trace/foldTrace.js';
export { type Breaks, type GoOn, openBreaks } from './trace/openBreaks.js';
export { changesBetween } from './trace/stateChange.js';
export { stepWithin } from './trace/stepWithin.js';
export { tracedStep } from './trace/tracedStep.js';
export { packTrace } from './trace/packTrace.js';
export { unpackTrace } from './trace/unpackTrace.js';
export type { PackedEntry } from './trace/packedEntry.js';
export { unknownBlockIssues } from './documents/sentGroup.js';
export { piecesOfDocument, type ReadInPieces } from './documents/sentDocument.js';
export { settingsSchema, type Settings } from './documents/settings.js';
export { isInline, isLeaf, richTextNodeSchema, type RichTextNode } from './text/richTextNode.js';
export {
  receivedEvents,
  type StartFrom,
  startFromSchema,
  step,
  type StepInput,
  type StepResult,
} from './interpreter/step.js';
export { writeNamedVariables } from './interpreter/variables.js';
export { plainStart, startSession } from './interpreter/startSession.js';
export { requestStream, streamedEffect } from './interpreter/requestStream.js';
export { flowOfStage } from './flow/flowOfStage.js';
export { stripUnknownCredentials } from './flow/stripUnknownCredentials.js';
export { type Theme, THEME_VERSION, themeSchema } from './documents/theme.js';
export {
  misspeltFaults,
  patchedUnknownMembers,
  unknownMembers,
  unknownMembersFaults,
} from './documents/unknownMembers.js';
export { toOriginal } from './flow/upgrade/originalNames.js';
export type { RefusedUpload, Upload, UserMessage } from './documents/userMessage.js';
export { normalText } from './text/normalText.js';
