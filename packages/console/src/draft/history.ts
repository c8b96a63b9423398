import { type Past, type Step, take } from './past.js';

/** Which way a step is taken. */
export type Direction = 'undo' | 'redo';

/** A step, and which way it is taken. */
export interface Taken {
  readonly step: Step;
  readonly way: Direction;
}

/** What a person can undo and redo, and what they asked for that is not done yet. */
export class History {
  readonly #steps: Readonly<Record<Direction, Step[]>> = { undo: [], redo: [] };
  /** Steps to take when nothing waits any more. */
  readonly #wanted: Direction[] = [];

  has(way: Direction): boolean {
    return this.#steps[way].length > 0;
  }

  /** Asks for the last step of a way. */
  want(way: Direction): void {
    this.#wanted.push(way);
  }

  /** The next step that was asked for, which is no step of the history from then on. */
  next(): Taken | undefined {
    const way = this.#wanted.shift();
    const step = way && this.#steps[way].pop();
    return step && { step, way };
  }

  /** Gives a step back that was not taken, and forgets what else was asked for. */
  putBack(taken: Taken): void {
    this.drop(taken);
    this.#steps[taken.way].push(taken.step);
    this.#wanted.length = 0;
  }

  drop({ step, way }: Taken): void {
    take(this.#steps[way], step.revision);
  }

  /** Adds a step that can be taken next. */
  add({ step, way }: Taken): void {
    this.#steps[way].push(step);
  }

  /** Forgets what could be redone before something new was done, and what was asked for: that would take the new step. */
  forgetAhead(): void {
    this.#steps.redo.length = 0;
    this.#wanted.length = 0;
  }

  /** Adds what was done before all that is here; what could be redone then, only where nothing was done since. */
  addEarlier({ undoable, redoable }: Past, isFirst: boolean): void {
    const isNew = isFirst && !this.has('undo') && !this.has('redo');
    this.#steps.undo.unshift(...undoable);
    if (isNew) this.#steps.redo.push(...redoable);
  }
}
