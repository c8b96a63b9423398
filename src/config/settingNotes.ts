import { z } from 'zod';

/** The description of a setting, for docs/settings.md and `.env.example`. */
export interface SettingNote {
  readonly description: string;
  /** The default; absent if there is none. */
  readonly fallback?: string;
}

/** The notes of all settings. */
export const notes = z.registry<SettingNote>();

/** A setting with a default. */
export function setting<Value extends z.ZodType<unknown, string>>(
  fallback: string,
  description: string,
  value: Value,
) {
  const schema = z.string().prefault(fallback).pipe(value);
  notes.add(schema, { description, fallback });
  return schema;
}

/** A setting without a default. */
export function optional<Value extends z.ZodType<unknown, string>>(
  description: string,
  value: Value,
) {
  const schema = value.optional();
  notes.add(schema, { description });
  return schema;
}
