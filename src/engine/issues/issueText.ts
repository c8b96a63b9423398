/** How bad an issue is: see the descriptions of `IssueLevel`. */
export type IssueLevel = 'ERROR' | 'WARNING' | 'HINT';

/** What people read of an issue, each without a full stop. */
export interface IssueText {
  readonly level: IssueLevel;
  /** What is wrong. */
  readonly title: string;
  /** What follows from it in chats. */
  readonly why: string;
  /** What to do about it. */
  readonly advice: string;
}
