import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFilterKept } from './useFilterKept.js';
import { locale, t } from '../i18n/t.js';
import { cellOf, type Column, filesIn, type ResultRow } from './cells.js';
import { WidthHandle } from './WidthHandle.js';

/** A page of results as a table. */
export function Rows({
  botId,
  rows,
  columns,
  chosen,
  choose,
  widen,
}: {
  readonly botId: string;
  readonly rows: readonly ResultRow[];
  readonly columns: readonly Column[];
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: ReadonlySet<string>) => void;
  readonly widen: (columnId: string, width: number) => void;
}): ReactNode {
  const kept = useFilterKept();
  if (rows.length === 0) {
    const words =
      kept === ''
        ? t('There is no result yet. Results come with the first chats.')
        : t('No result matches these filters.');
    return <p className="empty">{words}</p>;
  }
  const toggle = (id: string): void => {
    const now = new Set(chosen);
    if (!now.delete(id)) now.add(id);
    choose(now);
  };
  return (
    <div className="tableBox" tabIndex={0} role="region" aria-label={t('Results')}>
      <table className="results">
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden">{t('Choose')}</span>
            </th>
            <th scope="col">{t('Began')}</th>
            <th scope="col">{t('State')}</th>
            {columns.map((column, at) => (
              <th key={column.columnId} scope="col" {...placeOf(columns, at)}>
                {column.label}
                <WidthHandle
                  label={column.label}
                  width={column.width}
                  widen={(width) => widen(column.columnId, width)}
                />
              </th>
            ))}
            <td className="rest" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <input
                  type="checkbox"
                  aria-label={t('Choose the result of {time}', { time: dateOf(row.createdAt) })}
                  checked={chosen.has(row.id)}
                  onChange={() => toggle(row.id)}
                />
              </td>
              <td>
                <Link href={`/b/${botId}/results/${row.id}${kept}`}>{dateOf(row.createdAt)}</Link>
              </td>
              <td>{row.isCompleted ? t('Completed') : t('Open')}</td>
              {columns.map((column, at) => (
                <td key={column.columnId} {...placeOf(columns, at)}>
                  <Cell row={row} column={column} />
                </td>
              ))}
              <td className="rest" />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a result has in a column; files that a visitor sent are links. */
function Cell({ row, column }: { readonly row: ResultRow; readonly column: Column }): ReactNode {
  const text = cellOf(row, column);
  const files = column.blockType === 'file input' ? filesIn(text) : [];
  if (files.length === 0) return text;
  return files.map(({ url, name }) => (
    <a key={url} className="file" href={url} target="_blank" rel="noopener">
      {name}
    </a>
  ));
}

/** How wide a pinned column is that has no width, in pixels. */
const PINNED = 160;

/** The width of a column; a pinned one stays where those before it end. */
function placeOf(columns: readonly Column[], at: number) {
  const column = columns[at];
  const width = column?.width ?? undefined;
  if (column?.isPinned !== true) return { style: { minWidth: width, maxWidth: width } };
  const own = width ?? PINNED;
  const before = columns.slice(0, at).reduce((sum, one) => sum + (one.width ?? PINNED), 0);
  return { className: 'pinned', style: { minWidth: own, maxWidth: own, insetInlineStart: before } };
}

function dateOf(at: string): string {
  return new Date(at).toLocaleString(locale, { dateStyle: 'short', timeStyle: 'short' });
}
