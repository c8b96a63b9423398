import {
  SetTranslations,
  Translations,
  type TranslationsQuery,
  type TranslationsQueryVariables,
} from '@parley/client/dashboard';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Link } from 'wouter';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { useDraftState } from '../draft/useDraft.js';
import { Choice } from '../ui/Choice.js';
import { Fault } from '../ui/Fault.js';
import { Loading } from '../ui/Loading.js';
import { Pager, usePages } from '../ui/Pager.js';
import { useOfDraft } from '../draft/useOfDraft.js';
import { t } from '../i18n/t.js';

type Text = NonNullable<TranslationsQuery['bot']>['translations']['nodes'][number];
type Statuses = NonNullable<TranslationsQueryVariables['status']>;

const WORDS = {
  MISSING: t('Missing'),
  STALE: t('Stale: the text has changed'),
  FAULTY: t('Faulty'),
  TRANSLATED: t('Translated'),
};

const FILTERS = [
  ['all', t('All texts')],
  ['toDo', t('Missing, stale or faulty')],
] as const;

const TO_DO: Statuses = ['MISSING', 'STALE', 'FAULTY'];

/** Into which language the texts are translated, and from which, where the bot says so. */
interface Into {
  readonly botId: string;
  readonly language: string;
  readonly base: string | undefined;
  readonly isReadOnly: boolean;
}

/** The texts of a bot, a page at a time, each with a field for its translation. */
export function Texts(into: Into): ReactNode {
  const { botId, language } = into;
  const [filter, setFilter] = useState<(typeof FILTERS)[number][0]>('all');
  const pages = usePages();
  const { data, fault } = useOfDraft(Translations, {
    botId,
    language,
    after: pages.after,
    status: filter === 'toDo' ? TO_DO : null,
  });
  const page = data?.bot?.translations;
  return (
    <>
      <Choice
        label={t('Texts')}
        options={FILTERS}
        value={filter}
        choose={(next) => {
          setFilter(next);
          pages.reset();
        }}
      />
      <Fault words={fault} />
      {page ? (
        <>
          <Table texts={page.nodes} into={into} />
          <Pager pages={pages} next={page.nextCursor} words={[t('Back'), t('Next')]} />
        </>
      ) : (
        <Loading />
      )}
    </>
  );
}

function Table({
  texts,
  into,
}: {
  readonly texts: readonly Text[];
  readonly into: Into;
}): ReactNode {
  if (texts.length === 0) return <p role="status">{t('There are no such texts.')}</p>;
  return (
    <table className="texts">
      <thead>
        <tr>
          <th scope="col">{t('Where')}</th>
          <th scope="col">{t('Text')}</th>
          <th scope="col">{t('Translation')}</th>
          <th scope="col">{t('State')}</th>
        </tr>
      </thead>
      <tbody>
        {texts.map((text) => (
          <Row key={text.path} text={text} into={into} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  text: { path, title, groupId, blockId, source, text, status, state, faults },
  into: { botId, language, base, isReadOnly },
}: {
  readonly text: Text;
  readonly into: Into;
}): ReactNode {
  const id = useId();
  const group = useDraftState(({ flow }) => flow.groups.find((one) => one.id === groupId));
  const { fault, run } = useAction();
  const store = async (typed: string): Promise<boolean> =>
    run(change(SetTranslations, { input: { botId, language, texts: [{ path, text: typed }] } }));
  const field = useTranslation({
    key: `parley-translation ${botId} ${language} ${path}`,
    stored: text ?? '',
    store,
  });
  const isDraft = status === 'TRANSLATED' && state === 'INITIAL';
  const place = group ? `${String(group['title'] ?? group.id)}: ${title}` : title;
  return (
    <tr>
      <th scope="row">
        {blockId === null ? place : <Link href={`/b/${botId}/flow?at=${blockId}`}>{place}</Link>}
      </th>
      <td id={id} lang={base} dir="auto">
        {source}
      </td>
      <td>
        <textarea
          aria-label={t('Translation of {place}', { place })}
          aria-describedby={id}
          lang={language}
          dir="auto"
          rows={Math.min(8, source.split('\n').length + 1)}
          readOnly={isReadOnly}
          value={field.text}
          onChange={({ target }) => field.type(target.value)}
          onBlur={field.leave}
        />
        <Fault words={fault} />
      </td>
      <td className={`state ${status}`}>
        {isDraft ? t('Draft') : WORDS[status]}
        {isDraft && !isReadOnly ? (
          <button type="button" onClick={() => void store(text ?? '')}>
            {t('Accept')}
          </button>
        ) : null}
        {faults.map((one) => (
          <p key={one}>{one}</p>
        ))}
      </td>
    </tr>
  );
}

/**
 * The text of a field that is stored when the field is left. What was typed is shown until it is stored, also where that was refused, and
 * after a reload of the page, for which it is kept under `key`.
 */
function useTranslation({
  key,
  stored,
  store,
}: {
  readonly key: string;
  readonly stored: string;
  readonly store: (text: string) => Promise<boolean>;
}) {
  const [typed, setTyped] = useState<
    { readonly text: string; readonly isSent: boolean } | undefined
  >(() => {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : { text, isSent: false };
  });
  useEffect(() => {
    if (typed) sessionStorage.setItem(key, typed.text);
    else sessionStorage.removeItem(key);
  }, [key, typed]);
  // A translation that others store does not take away what is being typed.
  useEffect(() => setTyped((now) => (now?.isSent === true ? undefined : now)), [stored]);
  const leave = (): void => {
    if (!typed || typed.isSent) return;
    if (typed.text === stored) return setTyped(undefined);
    setTyped({ ...typed, isSent: true });
    // What was refused is sent again when the field is left again.
    void store(typed.text).then((isStored) => {
      if (!isStored) setTyped((now) => now && { ...now, isSent: false });
      // The row may be gone from the list by now; shown again, it would store this over what others wrote since.
      else if (sessionStorage.getItem(key) === typed.text) sessionStorage.removeItem(key);
    });
  };
  // What was typed before a reload is stored now.
  useEffect(leave, []);
  return {
    text: typed?.text ?? stored,
    type: (text: string): void => setTyped({ text, isSent: false }),
    leave,
  };
}
