import { Failure } from '../errors/errors.js';

/** The object, or null where loading it fails with `NOT_FOUND`: queries return null for what is absent. */
export async function orNull<T>(sought: Promise<T>): Promise<T | null> {
  try {
    return await sought;
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
