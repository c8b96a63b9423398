import DataLoader from 'dataloader';
import type { Answer } from '../schema/answer.js';
import type { Result } from '../schema/result.js';
import type { Unit } from './orm.js';
import { findAnswers } from './results.js';

/** What is read in batches, so that a list costs one statement and not one per row (authoring §7.3). */
export interface Loaders {
  readonly answersOfResult: DataLoader<Result, Answer[]>;
}

/** Opens the loaders of one operation. Each batch has a unit of its own. */
export function openLoaders(openUnit: () => Unit): Loaders {
  return {
    answersOfResult: new DataLoader(async (results) => {
      const answers = await findAnswers(openUnit(), results);
      return results.map((result) => answers.get(result.id) ?? []);
    }),
  };
}
