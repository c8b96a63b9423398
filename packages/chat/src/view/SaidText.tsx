import type { JSX } from 'preact';
import { useShown, useView } from './context.js';

/** The address of a file that a visitor has uploaded. */
const UPLOADED = /^https?:\S+\/files\/fil_\w+\.(\w+)$/;

/** The text of a visitor's message; files that they have sent are shown in place of their addresses, below what the bot says of them. */
export function SaidText({ text }: { text: string }): JSX.Element {
  const { fileTexts } = useShown();
  const addresses = text.split(', ');
  if (!addresses.every((one) => UPLOADED.test(one))) return <>{text}</>;
  return (
    <>
      {fileTexts.get(text)}
      {addresses.map((url) => (
        <SentFile key={url} url={url} />
      ))}
    </>
  );
}

/** A file that a visitor has sent: a picture, a sound, or a link to anything else. */
export function SentFile({ url }: { url: string }): JSX.Element {
  const { words } = useView();
  const extension = UPLOADED.exec(url)?.[1] ?? '';
  if (/^(png|jpe?g|gif|webp|avif)$/i.test(extension)) {
    return <img class="bot-image bot-sent" src={url} alt={words.image} />;
  }
  if (/^(webm|mp3|m4a|ogg|wav)$/i.test(extension)) {
    return <audio class="bot-sent" controls src={url} aria-label={words.audio} />;
  }
  return (
    <a class="bot-sent" href={url} target="_blank" rel="noopener">
      {`📎 ${extension.toUpperCase() || fileNameOf(url)}`}
    </a>
  );
}

/** The file name at the end of an address, without percent-encoding. */
function fileNameOf(url: string): string {
  const name = url.split('/').at(-1) ?? url;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
