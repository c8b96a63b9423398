import { waitToRetry } from '../chat/network.js';
import { recordOf, textIn } from '../json.js';

/** Which input a file is uploaded for, and a callback for the progress, from 0 to 1. */
export interface Upload {
  readonly url: string;
  readonly sessionId: string;
  readonly blockId: string;
  readonly onProgress?: (part: number) => void;
  /** Ends the attempts at a file whose input is not shown any more. */
  readonly signal: AbortSignal;
}

/** Uploads a file of the visitor and returns its address. Throws the reason of the server if it refuses the file. */
export async function uploadFile(file: File, upload: Upload): Promise<string> {
  for (let failed = 1; ; failed += 1) {
    try {
      return await uploadOnce(file, upload);
    } catch (error) {
      // The connection was lost. If the file arrived all the same, the server deletes it later, since no answer names it.
      const isPassing = error instanceof TypeError;
      if (!isPassing || !(await waitToRetry(failed, upload.signal))) throw error;
    }
  }
}

async function uploadOnce(file: File, upload: Upload): Promise<string> {
  const { maxBytes, formData, presignedUrl, fileUrl } = await stageUpload(file, upload);
  if (typeof maxBytes === 'number' && file.size > maxBytes)
    throw new FileTooLarge(file.name, maxBytes);
  const form = new FormData();
  for (const [name, value] of Object.entries(recordOf(formData))) form.append(name, textIn(value));
  form.append('file', file);
  await post(textIn(presignedUrl), form, upload.onProgress);
  return textIn(fileUrl);
}

/** Asks the server where to post a file. docs/openapi.json describes the reply. */
async function stageUpload({ name, type }: File, { url, sessionId, blockId }: Upload) {
  const path = `/api/v1/sessions/${encodeURIComponent(sessionId)}/uploads`;
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ blockId, fileName: name, fileType: type || undefined }),
  });
  const reply = recordOf(await response.json());
  if (!response.ok) throw new Error(textIn(reply['message']));
  return reply;
}

/** A file has more bytes than the input takes. */
export class FileTooLarge extends Error {
  constructor(
    readonly file: string,
    readonly maxBytes: number,
  ) {
    super(`${file} has more than ${maxBytes} bytes`);
  }
}

/** Posts a form by XMLHttpRequest, because `fetch` does not report the progress of an upload. */
function post(url: string, form: FormData, onProgress?: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / Math.max(total, 1));
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new Error(messageIn(request.responseText)));
    };
    request.onerror = () => reject(new TypeError('The connection was lost')); // As of `fetch`.
    request.open('POST', url);
    request.send(form);
  });
}

function messageIn(text: string): string {
  try {
    return textIn(recordOf(JSON.parse(text))['message']);
  } catch {
    return 'The file could not be uploaded';
  }
}
