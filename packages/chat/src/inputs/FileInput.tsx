import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { recordOf, textIn } from '../json.js';
import { useView } from '../view/context.js';
import { labelOf, labelsOf, type InputProps } from './inputProps.js';
import { useUploads } from './useUploads.js';

/** A field for files, which are chosen or dropped. */
export function FileInput({ input, answer }: InputProps): JSX.Element {
  const { isRequired, isMultipleAllowed } = recordOf(input.options);
  const { words } = useView();
  const [files, setFiles] = useState<readonly File[]>([]);
  const { progress, failure, upload } = useUploads(input);
  const take = (more: readonly File[]): void =>
    setFiles(isMultipleAllowed === true ? [...files, ...more] : more.slice(0, 1));
  const send = async (): Promise<void> => {
    const urls = await upload(files);
    if (urls.length === files.length) answer({ text: urls.join(', ') });
  };
  const skip = labelOf(input, 'skip', words.skip);
  return (
    <form class="bot-files" onSubmit={(event) => (event.preventDefault(), void send())}>
      <Drop input={input} files={files} onFiles={take} />
      {progress !== undefined && <progress value={progress} aria-label={words.file} />}
      <p role="alert">{failure ?? ''}</p>
      <div class="bot-buttons">
        {files.length > 0 && (
          <PlainButton label={labelOf(input, 'clear', words.clear)} onPress={() => setFiles([])} />
        )}
        {files.length === 0 && isRequired === false && (
          <PlainButton label={skip} onPress={() => answer({ text: '' })} />
        )}
        <button class="bot-button bot-send" disabled={files.length === 0 || progress !== undefined}>
          {labelOf(input, 'button', words.send)}
        </button>
      </div>
    </form>
  );
}

interface DropProps extends Pick<InputProps, 'input'> {
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
}

/** The area to choose files in, or to drop them on. */
function Drop({ input, files, onFiles }: DropProps): JSX.Element {
  const { isMultipleAllowed, allowedFileTypes, capture } = recordOf(input.options);
  const { isEnabled, types } = recordOf(allowedFileTypes);
  const { words } = useView();
  const label = textOfHtml(textIn(labelsOf(input)['placeholder'])) || words.file;
  return (
    <label
      class="bot-drop bot-input"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => (event.preventDefault(), onFiles([...(event.dataTransfer?.files ?? [])]))}
    >
      <input
        class="bot-hidden"
        type="file"
        accept={isEnabled === true && Array.isArray(types) ? types.join(',') : undefined}
        capture={capture === 'user' || capture === 'environment' ? capture : undefined}
        multiple={isMultipleAllowed === true}
        onChange={({ currentTarget }) => onFiles([...(currentTarget.files ?? [])])}
      />
      {files.length === 0 ? label : files.map(({ name }) => name).join(', ')}
    </label>
  );
}

/** The text of the author's HTML, with each block on its own line; nothing in the HTML is loaded or run. */
function textOfHtml(html: string): string {
  const inLines = html.replaceAll(/<br\b[^>]*>|<\/(?:p|div)>/gi, '\n$&');
  const { body } = new DOMParser().parseFromString(inLines, 'text/html');
  return (body.textContent ?? '').trim();
}

function PlainButton({ label, onPress }: { label: string; onPress: () => void }): JSX.Element {
  return (
    <button type="button" class="bot-button bot-plain" onClick={onPress}>
      {label}
    </button>
  );
}
