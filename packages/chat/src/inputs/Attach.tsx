import type { ChatInput } from '@parley/client';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { recordOf } from '../json.js';
import type { Answer } from '../chat/chat.js';
import { useView } from '../view/context.js';
import { Drawing } from '../view/Drawing.js';
import { useUploads } from './useUploads.js';

/** Files that are sent with a text. */
export interface Attached {
  readonly urls: readonly string[];
  /** What the visitor calls them. */
  readonly names: string;
}

interface AttachProps {
  readonly input: ChatInput;
  readonly attached: Attached;
  readonly onFiles: (attached: Attached) => void;
  readonly answer: (answer: Answer) => void;
}

/** Buttons that add files to a text, or send a recording in its place, where the input accepts them. */
export function Attach({ input, attached, onFiles, answer }: AttachProps): JSX.Element | null {
  const { words } = useView();
  const { progress, failure, upload } = useUploads(input);
  const attach = async (files: readonly File[]): Promise<void> => {
    const urls = await upload(files);
    onFiles({ urls, names: urls.length > 0 ? files.map(({ name }) => name).join(', ') : '' });
  };
  const speak = async (clip: File): Promise<void> => {
    const [url] = await upload([clip]);
    if (url) answer({ text: url, message: { type: 'audio', url } });
  };
  const options = recordOf(input.options);
  const takesFiles = recordOf(options['attachments'])['isEnabled'] === true;
  const takesSound = recordOf(options['audioClip'])['isEnabled'] === true;
  if (!takesFiles && !takesSound) return null;
  return (
    <span class="bot-attach">
      {takesFiles && (
        <label class="bot-button bot-plain" title={words.file}>
          <Drawing path="m21 11-9 9a6 6 0 0 1-8-8l9-9a4 4 0 0 1 6 6l-9 9a2 2 0 0 1-3-3l8-8" />
          <input
            class="bot-hidden"
            type="file"
            multiple
            aria-label={words.file}
            onChange={({ currentTarget }) => void attach([...(currentTarget.files ?? [])])}
          />
        </label>
      )}
      {takesSound && <Recorder onClip={(clip) => void speak(clip)} />}
      {attached.names && <span>{attached.names}</span>}
      {progress !== undefined && <progress value={progress} aria-label={words.file} />}
      {failure && <span role="alert">{failure}</span>}
    </span>
  );
}

/** Records the voice of the visitor. */
function Recorder({ onClip }: { onClip: (clip: File) => void }): JSX.Element {
  const { words } = useView();
  const recorder = useRef<MediaRecorder>(null);
  const [isOn, setOn] = useState(false);
  const record = async (): Promise<void> => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const made = new MediaRecorder(stream);
    made.ondataavailable = ({ data }) =>
      onClip(new File([data], 'voice.webm', { type: data.type }));
    made.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      setOn(false);
    };
    made.start();
    recorder.current = made;
    setOn(true);
  };
  const toggle = (): void => {
    if (isOn) recorder.current?.stop();
    else record().catch((error: unknown) => console.warn('No sound can be recorded:', error));
  };
  const label = isOn ? words.stop : words.record;
  return (
    <button type="button" class="bot-button bot-plain" aria-label={label} onClick={toggle}>
      <Drawing
        path={
          isOn
            ? 'M6 6h12v12H6z'
            : 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5 11a7 7 0 0 0 14 0M12 18v3'
        }
      />
    </button>
  );
}
