import { Failure } from '../errors/errors.js';

/** The object, or null where none exists for the caller: queries return null for absence and do not fail. */
export async function orNull<T>(sought: Promise<T>): Promise<T | null> {
  try {
    return await sought;
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
