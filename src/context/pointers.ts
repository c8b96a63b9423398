import type { EditorPointer } from '../schema/botEditor.js';

/** A place on the canvas of an editor, in pixels at zoom 1. */
export type Pointer = Readonly<EditorPointer>;

/** A window in which a person has a bot open. */
export interface EditorWindow {
  readonly botId: string;
  readonly userId: string;
  readonly clientId: string;
}

/** Where editors point. Nothing of it is stored: it comes with a wake-up, and may be lost. */
export interface Pointers {
  /** Shows those who follow a bot where somebody points, for 10 seconds; null: nowhere any more. */
  show(window: EditorWindow, pointer: Pointer | null): void;
  /** Follows the pointers of a bot until closed. */
  follow(botId: string): FollowedPointers;
}

/** The pointers of a bot. */
export interface FollowedPointers {
  /** Where somebody points now. */
  of(window: Omit<EditorWindow, 'botId'>): Pointer | null;
  close(): void;
}
