import { type ReactNode, useState } from 'react';
import { useErased } from '../app/erasing.js';
import { useAction } from '../app/useAction.js';
import { eraseResults } from '../results/eraseResults.js';
import { t } from '../i18n/t.js';
import { Fault } from '../ui/Fault.js';
import { type Found, isAtRest, type Search } from './findVisitor.js';
import { LineForm } from '../ui/LineForm.js';
import { useExport } from './useExport.js';
import { useVisitorSearch, type VisitorSearching } from './useVisitorSearch.js';
import { VisitorResult } from './VisitorResult.js';

/** Finds what the bots of a workspace have of a visitor, and exports or erases it. */
export function VisitorSearch({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const searching = useVisitorSearch(workspaceId);
  const { search } = searching;
  return (
    <section aria-label={t('Find a visitor')}>
      <h2>{t('Find a visitor')}</h2>
      <p className="soft">
        {t(
          'Search for something the visitor told a bot: an e-mail address, a phone number or a name. Search once for each spelling. The search looks at the variables and answers of all bots that you may read, archived ones too, and at the names and numbers that messengers give.',
        )}
      </p>
      <LineForm
        title={t('Find a visitor')}
        button={t('Search')}
        submit={async (form) => {
          searching.begin(String(form.get('text')).trim());
          return Promise.resolve(false);
        }}
      >
        <input
          type="search"
          name="text"
          aria-label={t('E-mail address, phone number or name')}
          placeholder="ada@example.com"
          pattern=".*\S.*\S.*\S.*"
          title={t('At least three characters')}
          required
        />
      </LineForm>
      {search ? <Progress {...{ search, searching }} /> : null}
      {search && search.found.length > 0 ? (
        <FoundList key={search.text} {...{ search, searching }} />
      ) : null}
    </section>
  );
}

interface SearchOf {
  readonly search: Search;
  readonly searching: VisitorSearching;
}

function Progress({ search, searching }: SearchOf): ReactNode {
  const { isRunning, erasedCount, fault, stop, resume } = searching;
  const count = useNotErased(search).length;
  const isStopped = !isRunning && search.requests.length > 0;
  return (
    <>
      <p>
        <span role="status">
          {erasedCount === 0
            ? ''
            : t('1 result was erased.|{count} results were erased.', { count: erasedCount })}{' '}
          {wordsFor(search, count, searching)}
        </span>{' '}
        {isRunning ? (
          <button type="button" onClick={stop}>
            {t('Cancel')}
          </button>
        ) : null}
        {isStopped ? (
          <button type="button" onClick={resume}>
            {t('Go on searching')}
          </button>
        ) : null}
      </p>
      <Fault words={fault} />
    </>
  );
}

/** What was found, without what is being erased. */
function useNotErased({ found }: Search): readonly Found[] {
  const erased = useErased();
  return found.filter(({ result }) => !erased.has(result.id));
}

/** How far a search came; `count` is without the results that are being erased. */
function wordsFor(search: Search, count: number, { isRunning, erasedCount }: VisitorSearching) {
  const { searchedBots: looked, counts, found, requests } = search;
  const [live, archived] = counts;
  if (requests.length === 0 && !isRunning)
    return wordsAtEnd(looked, count, erasedCount > 0 || found.length > count);
  if (!isRunning && isAtRest(search))
    return t('{count} found, and there are more. Search for something that only they have.', {
      count,
    });
  const all = live === null || archived === null ? '?' : live + archived;
  return isRunning
    ? t('{count} found, {looked} of {all} bots searched …', { count, looked, all })
    : t('Stopped: {count} found, {looked} of {all} bots searched.', { count, looked, all });
}

/** What a search of all bots found. */
function wordsAtEnd(looked: number, count: number, isErased: boolean): string {
  const nothing = isErased ? t('Nothing else was found.') : t('Nothing was found.');
  return [
    count === 0 ? nothing : t('{count} found.', { count }),
    t('The only bot was searched.|All {count} bots were searched.', { count: looked }),
  ].join(' ');
}

/** What was found, and what can be done with it. */
function FoundList({ search, searching }: SearchOf): ReactNode {
  const { workspaceId, text } = search;
  const found = useNotErased(search);
  const [chosenIds, choose] = useState<ReadonlySet<string>>(new Set());
  const action = useAction();
  const chosen = found.filter(({ result }) => chosenIds.has(result.id));
  const exporting = useExport({ workspaceId, text }, chosen);
  const toggle = (id: string): void => {
    const now = new Set(chosenIds);
    if (!now.delete(id)) now.add(id);
    choose(now);
  };
  const erasable = chosen.filter(({ mayErase }) => mayErase);
  const erase = (): void => eraseResults(resultsByBot(erasable), searching.forget);
  return (
    <>
      <p className="besides">
        <button type="button" onClick={() => choose(new Set(found.map(({ result }) => result.id)))}>
          {t('Choose all')}
        </button>
        <button
          type="button"
          disabled={chosen.length === 0 || action.isRunning || exporting.isRunning}
          onClick={() => void action.run(exporting.begin())}
        >
          {t('Export as JSON')}
        </button>
        <button type="button" disabled={erasable.length === 0} onClick={erase}>
          {erasable.length === 0 ? t('Erase') : t('Erase {count}', { count: erasable.length })}
        </button>
        <span role="status">
          {exporting.isRunning
            ? t('{some} of {all}', { some: exporting.read, all: chosen.length })
            : ''}
        </span>
        {exporting.isRunning ? (
          <button type="button" onClick={exporting.stop}>
            {t('Cancel')}
          </button>
        ) : null}
      </p>
      <Fault words={action.fault} />
      <ul className="rows">
        {found.map((one) => (
          <VisitorResult
            key={one.result.id}
            found={one}
            text={text}
            isChosen={chosenIds.has(one.result.id)}
            toggle={() => toggle(one.result.id)}
          />
        ))}
      </ul>
      <details>
        <summary>{t('What erasing does')}</summary>
        <ul>
          {ERASING.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

const ERASING: readonly string[] = [
  t(
    'It deletes variables, answers, files, what was said and what was logged, and ends the chats. A messenger begins a new chat with the next message.',
  ),
  t(
    'The figures of the bot still count the chats. The audit log says who erased which results, and not what they held.',
  ),
  t(
    'It does not reach what a flow sent to others, such as sheets, e-mails, webhooks, models and the messenger itself; nor backups of the server.',
  ),
];

/** The ids of results by their bots. */
function resultsByBot(all: readonly Found[]): ReadonlyMap<string, readonly string[]> {
  const byBot = new Map<string, string[]>();
  for (const { botId, result } of all) byBot.set(botId, [...(byBot.get(botId) ?? []), result.id]);
  return byBot;
}
