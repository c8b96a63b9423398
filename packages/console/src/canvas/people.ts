import { sharedValue } from '../ui/sharedValue.js';
import type { Point } from './flowModel.js';

/** Somebody else who has the bot open, and what they look at. */
export interface Person {
  /** Their window. */
  readonly clientId: string;
  readonly name: string;
  readonly groupId: string | null;
  readonly blockId: string | null;
  /** The member of the block that they type in, as a path. */
  readonly field: string | null;
  /** Where they point on the canvas. */
  readonly pointer: Point | null;
}

// Forms on screens without a canvas read these, and are not to load the canvas for it.

/** The member of the selected block that the person here types in, as a path. */
export const typedField = sharedValue<string>();

/** Who else has the bot open, for the form beside the canvas. */
export const peopleNow = sharedValue<readonly Person[]>();
