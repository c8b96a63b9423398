import { Failure } from '../errors/errors.js';

/** What was sought, or null where there is no such thing for the caller: queries show absence, they do not fail. */
export async function orNull<T>(sought: Promise<T>): Promise<T | null> {
  try {
    return await sought;
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
