import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { t } from '../i18n/t.js';
import { textOf } from '../results/cells.js';
import { When } from '../ui/When.js';
import type { Found } from './findVisitor.js';

/** A result that holds the text, with the values that do. */
export function VisitorResult({
  found: { botId, botName, place, mayErase, result },
  text,
  isChosen,
  toggle,
}: {
  readonly found: Found;
  readonly text: string;
  readonly isChosen: boolean;
  readonly toggle: () => void;
}): ReactNode {
  const { isArchived } = place;
  const values = result.variables
    .map(({ name, value }) => [name, textOf(value)] as const)
    .filter(([, value]) => holds(value, text));
  const answers = result.answers
    .filter(({ content }) => holds(content, text))
    .filter(({ content }) => !values.some(([, value]) => value === content));
  return (
    <li>
      <input
        type="checkbox"
        aria-label={t('Choose the result of {bot}', { bot: botName })}
        checked={isChosen}
        onChange={toggle}
      />
      <span className="rowText">
        <strong>{isArchived ? t('{bot} (archived)', { bot: botName }) : botName}</strong>
        <span className="soft">
          <When at={result.createdAt} />
        </span>
        {mayErase ? null : <span className="soft">{t('You may not erase it')}</span>}
        {values.map(([name, value]) => (
          <span key={name}>{t('{name}: {value}', { name, value })}</span>
        ))}
        {answers.map(({ content }, at) => (
          <span key={at}>{content}</span>
        ))}
        {values.length + answers.length === 0 ? (
          <span className="soft">{t('By the name or number in a messenger')}</span>
        ) : null}
      </span>
      {isArchived ? null : (
        <Link className="button" href={`/b/${botId}/results/${result.id}`}>
          {t('Show')}
        </Link>
      )}
    </li>
  );
}

function holds(value: string, text: string): boolean {
  return value.toLowerCase().includes(text.toLowerCase());
}
