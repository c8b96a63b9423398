import type { FormPart } from '../../engine/index.js';
import type { Http } from '../http.js';

/** How files of a form are fetched. */
export interface FormUse {
  readonly timeoutMs: number;
  readonly abandoned?: AbortSignal | undefined;
}

/** In bytes: as large as the body of a request may be. */
const MOST_BYTES = 5_000_000;

/** A form as it is sent: `multipart/form-data` (RFC 7578), with its files. Rejects with a reason that its author reads. */
export async function encodeForm(
  http: Http,
  parts: readonly FormPart[],
  use: FormUse,
): Promise<{ readonly type: string; readonly body: Uint8Array }> {
  const form = new FormData();
  let size = 0;
  for (const part of parts) {
    if (part.file === undefined) {
      form.append(part.name, part.value);
      continue;
    }
    const file = await contentOf(http, part.file, use);
    size += file.size;
    if (size > MOST_BYTES) throw new Error('The files of the form are too large');
    form.append(part.name, file, part.file.fileName);
  }
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { type, body: new Uint8Array(await encoded.arrayBuffer()) };
}

type FormFile = NonNullable<FormPart['file']>;

async function contentOf(http: Http, file: FormFile, use: FormUse): Promise<Blob> {
  if (file.content !== undefined) return blobOf(file.content, file.contentType);
  if (file.base64 !== undefined)
    return blobOf(Buffer.from(file.base64, 'base64'), file.contentType);
  const fetchFile = http.openFetch({ ...use, responseBytes: MOST_BYTES });
  const response = await fetchFile(file.url ?? '');
  if (!response.ok) throw new Error(`A file of the form was answered with ${response.status}`);
  const type = file.contentType ?? response.headers.get('content-type') ?? undefined;
  return blobOf(await response.arrayBuffer(), type);
}

function blobOf(content: string | Uint8Array | ArrayBuffer, type: string | undefined): Blob {
  return new Blob(
    [typeof content === 'string' ? content : new Uint8Array(content)],
    type === undefined ? {} : { type },
  );
}
