import { Refused } from './change.js';
import { t } from '../i18n/t.js';

/** Where an upload was prepared. */
interface Prepared {
  readonly url: string;
  readonly fileUrl: string;
  readonly formData: unknown;
}

/** Sends a file to where its upload was prepared; returns its address. Throws `Refused` if it is not taken. */
export async function sendFile(file: File, prepared: Prepared | null): Promise<string> {
  if (!prepared) throw new Refused(t('The server takes no files.'));
  const form = new FormData();
  // The fields of a form, by their names.
  const fields = prepared.formData as Readonly<Record<string, string>>;
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // The file is last: what follows it is not read.
  form.append('file', file);
  const answer = await fetch(prepared.url, { method: 'POST', body: form }).catch(() => undefined);
  if (!answer?.ok) {
    throw new Refused(
      t('{name} could not be sent. Check its size and try again.', { name: file.name }),
    );
  }
  return prepared.fileUrl;
}
