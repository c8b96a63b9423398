import { recordOf, textIn } from '../json.js';

/** Where a file goes, and what is called with how far it has come, from 0 to 1. */
export interface Upload {
  readonly url: string;
  readonly sessionId: string;
  readonly blockId: string;
  readonly onProgress?: (part: number) => void;
}

/** Uploads a file of the visitor for the input that waits, and gives its address. Throws what the server says against it. */
export async function uploadFile(file: File, upload: Upload): Promise<string> {
  const { url, sessionId, blockId } = upload;
  const path = `/api/v1/sessions/${encodeURIComponent(sessionId)}/uploads`;
  const body = {
    blockId,
    fileName: file.name,
    fileType: file.type || undefined,
  };
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reply = recordOf(await response.json());
  if (!response.ok) throw new Error(textIn(reply['message']));
  const { maxBytes } = reply;
  if (typeof maxBytes === 'number' && file.size > maxBytes)
    throw new FileTooLarge(file.name, maxBytes);
  const form = new FormData();
  for (const [name, value] of Object.entries(recordOf(reply['formData']))) {
    form.append(name, textIn(value));
  }
  form.append('file', file);
  await post(textIn(reply['presignedUrl']), form, upload.onProgress);
  return textIn(reply['fileUrl']);
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

/** Posts a form. `fetch` does not tell how far a body has come. */
function post(url: string, form: FormData, onProgress?: (part: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded / Math.max(total, 1));
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new Error(messageIn(request.responseText)));
    };
    request.onerror = () => reject(new Error('The connection was lost'));
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
