import { partAt } from './parts.js';

/** Uploads a file as a client does: the fields, then the file. Gives the status, and the reason of a refusal. */
export async function postForm(
  url: string,
  fields: Readonly<Record<string, unknown>>,
  content: string | Uint8Array,
): Promise<{ status: number; reason: unknown }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', new Blob([Buffer.from(content)]), 'whatever.exe');
  const response = await fetch(url, { method: 'POST', body: form });
  const text = await response.text();
  const problem: unknown = text.startsWith('{') ? await new Response(text).json() : undefined;
  return { status: response.status, reason: partAt(problem ?? {}, 'reason') };
}
