import { registerEnumType } from 'type-graphql';
import { failures, type FailureReason } from '../errors.js';

/** What a member of a workspace may do; authoring §4. */
export enum WorkspaceRole {
  ADMIN = 'ADMIN',
  MEMBER = 'MEMBER',
  GUEST = 'GUEST',
}

/** The windows results can be narrowed to; interface §4, "List results". */
export enum TimeFilter {
  today = 'today',
  last7Days = 'last7Days',
  last30Days = 'last30Days',
  monthToDate = 'monthToDate',
  lastMonth = 'lastMonth',
  yearToDate = 'yearToDate',
  allTime = 'allTime',
}

/** What an event of a chat tells. */
export enum ChatEventKind {
  heard = 'heard',
  message = 'message',
  input = 'input',
  action = 'action',
  log = 'log',
  dynamicTheme = 'dynamicTheme',
  progress = 'progress',
  turnEnd = 'turnEnd',
}

/** The reasons of `errors.ts`, as GraphQL shows them. */
export const FailureReasonEnum = Object.fromEntries(
  Object.keys(failures).map((reason) => [reason, reason]),
) as { [R in FailureReason]: R }; // The keys are those of the table, which Object.keys cannot say.

registerEnumType(WorkspaceRole, {
  name: 'WorkspaceRole',
  description: 'What a member of a workspace may do.',
});
registerEnumType(TimeFilter, {
  name: 'TimeFilter',
  description: 'A window of time, counted in the given time zone.',
});
registerEnumType(ChatEventKind, {
  name: 'ChatEventKind',
  description: 'What an event of a chat tells; `data` has the member of the same name.',
});
registerEnumType(FailureReasonEnum, {
  name: 'FailureReason',
  description: 'The finer, stable name of a failure.',
});
