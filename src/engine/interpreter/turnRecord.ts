import type { Value } from '../values/value.js';

/** A row to be stored in the same commit as the session. */
export type TurnRecord =
  | HandOverRecord
  | {
      readonly kind: 'recordAnswer';
      readonly resultId: string;
      readonly blockId: string;
      readonly groupId: string;
      readonly variableId: string | null;
      readonly content: string;
      readonly attachedFileUrls?: readonly string[];
      /** The bytes of the uploads of this chat that it names; absent where it names none. */
      readonly storageUsed?: number;
    }
  | {
      readonly kind: 'saveResult';
      readonly resultId: string;
      readonly botId: string;
      readonly flowId: string;
      readonly variables: readonly ResultVariable[];
      readonly hasStarted: boolean;
      readonly isCompleted: boolean;
    };

/** The chat was handed over to a person, and is in the inbox from now on. */
export interface HandOverRecord {
  readonly kind: 'handOver';
  /** Where it waits there. */
  readonly queue?: string;
  /** When the flow goes on if nobody came; milliseconds since 1970. */
  readonly waitsUntil?: number;
}

/** A variable with a value, as a result shows it. */
export interface ResultVariable {
  readonly id: string;
  readonly name: string;
  readonly value: Exclude<Value, null>;
}
