import { type DragEvent, type ReactNode, useState } from 'react';
import { isObject } from '../../canvas/model/textOf.js';
import { t } from '../../i18n/t.js';

/** The type of what is dragged from a response: the path of a part. */
const PART = 'application/x-parley-response-part';

/** Members of one part that are shown, at most. */
const MOST = 100;

/** A part of a response. */
interface Part {
  readonly name: string;
  /** The JavaScript that leads to it, such as `data.items[0].name`. */
  readonly path: string;
  readonly value: unknown;
}

/** The body of a response as a tree. A part is taken by a click, or dragged to a variable. */
export function ResponseTree({
  data,
  take,
}: {
  readonly data: unknown;
  readonly take: (path: string) => void;
}): ReactNode {
  const whole = { name: 'data', path: 'data', value: data };
  return (
    <ul className="responseTree" aria-label={t('Body of the response')}>
      <Branch part={whole} take={take} isOpen />
    </ul>
  );
}

function Branch({
  part: { name, path, value },
  take,
  isOpen = false,
}: {
  readonly part: Part;
  readonly take: (path: string) => void;
  readonly isOpen?: boolean;
}): ReactNode {
  const [isShown, show] = useState(isOpen);
  const count = countOf(value);
  const parts = isShown ? partsOf(path, value) : [];
  return (
    <li>
      {count > 0 ? (
        <button
          type="button"
          className="plain"
          aria-expanded={isShown}
          aria-label={t('Parts of {path}', { path })}
          onClick={() => show(!isShown)}
        >
          {isShown ? '▾' : '▸'}
        </button>
      ) : null}
      <button
        type="button"
        className="plain part"
        title={path}
        draggable
        onDragStart={({ dataTransfer }) => dataTransfer.setData(PART, path)}
        onClick={() => take(path)}
      >
        <code>{name}</code> {count > 0 ? `(${count})` : JSON.stringify(value)}
      </button>
      {parts.length > 0 ? (
        <ul>
          {parts.map((part) => (
            <Branch key={part.path} part={part} take={take} />
          ))}
          {count > MOST ? (
            <li className="soft">{t('{count} more', { count: count - MOST })}</li>
          ) : null}
        </ul>
      ) : null}
    </li>
  );
}

/** How many members or entries a value has. */
function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}

/** The first members of an object, or entries of a list. */
function partsOf(path: string, value: unknown): readonly Part[] {
  if (Array.isArray(value)) {
    return value
      .slice(0, MOST)
      .map((entry: unknown, place) => ({
        name: String(place),
        path: `${path}[${place}]`,
        value: entry,
      }));
  }
  if (!isObject(value)) return [];
  return Object.entries(value)
    .slice(0, MOST)
    .map(([name, member]) => ({
      name,
      path: NAME.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`,
      value: member,
    }));
}

/** Names that JavaScript takes behind a point. */
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** What makes an element a place to which a part is dragged. */
export function droppingPart(drop: (path: string) => void) {
  return {
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes(PART)) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      const path = event.dataTransfer.getData(PART);
      if (path === '') return;
      event.preventDefault();
      drop(path);
    },
  };
}
