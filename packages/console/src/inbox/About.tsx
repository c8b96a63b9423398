import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { CHANNELS } from '../ui/channels.js';
import { When } from '../ui/When.js';
import { Typed } from './Filters.js';
import type { InboxChat } from './inboxList.js';
import { Notes } from './Notes.js';
import type { ChatActs } from './useChatActs.js';
import type { ChatAbout } from './useOneChat.js';
import { t } from '../i18n/t.js';

/** What is known of a chat: where it comes from, its queue and tags, what it collected, and the notes of the team. */
export function About({
  sessionId,
  chat,
  about,
  isReadOnly,
  acts,
  close,
}: {
  readonly sessionId: string;
  readonly chat: InboxChat | undefined;
  readonly about: ChatAbout | undefined;
  readonly isReadOnly: boolean;
  readonly acts: ChatActs;
  /** Shows the chat again, where there is no room for both. */
  readonly close: () => void;
}): ReactNode {
  const heading = useId();
  return (
    <aside className="chatAbout" aria-labelledby={heading}>
      <button type="button" className="plain" onClick={close}>
        {t('‹ Chat')}
      </button>
      <h2 id={heading}>{t('About')}</h2>
      {about ? <Origin about={about} /> : null}
      {chat ? (
        <fieldset className="forEditors" disabled={isReadOnly}>
          <Typed
            label={t('Queue')}
            value={chat.queue ?? ''}
            take={(queue) => acts.update({ queue: queue === '' ? null : queue })}
          />
          <Tags tags={chat.tags} update={acts.update} />
        </fieldset>
      ) : null}
      <Collected about={about} />
      <Notes {...{ sessionId, isReadOnly }} revision={chat?.revision ?? 0} />
    </aside>
  );
}

function Origin({
  about: { bot, version, channel, createdAt, result },
}: {
  readonly about: ChatAbout;
}): ReactNode {
  return (
    <dl>
      {bot ? (
        <div>
          <dt>{t('Bot')}</dt>
          <dd>
            <Link href={`/b/${bot.id}/flow`}>{bot.name}</Link>{' '}
            {version ? <small>{t('Version {number}', { number: version.number })}</small> : null}
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t('Channel')}</dt>
        <dd>{CHANNELS[channel]}</dd>
      </div>
      <div>
        <dt>{t('Since')}</dt>
        <dd>
          <When at={result?.createdAt ?? createdAt} />
        </dd>
      </div>
      {bot && result ? (
        <div>
          <dt>{t('Result')}</dt>
          <dd>
            <Link href={`/b/${bot.id}/results/${result.id}`}>{t('Transcript and logs')}</Link>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function Tags({
  tags,
  update,
}: {
  readonly tags: readonly string[];
  readonly update: ChatActs['update'];
}): ReactNode {
  return (
    <div className="tags">
      {tags.map((tag) => (
        <span key={tag}>
          {tag}{' '}
          <button
            type="button"
            className="plain"
            aria-label={t('Remove {name}', { name: tag })}
            onClick={() => update({ removeTags: [tag] })}
          >
            ×
          </button>
        </span>
      ))}
      <Typed label={t('New tag')} value="" isEmptied take={(tag) => update({ addTags: [tag] })} />
    </div>
  );
}

/** The answers by the names of their columns, and what other variables hold. */
function Collected({ about }: { readonly about: ChatAbout | undefined }): ReactNode {
  const { result, bot } = about ?? {};
  if (!result) return null;
  const columnOf = new Map(
    bot?.resultColumns.flatMap(({ label, blockIds }) => blockIds.map((id) => [id, label] as const)),
  );
  const answers = result.answers.map(({ blockId, content }) => ({
    name: columnOf.get(blockId) ?? t('Answer'),
    text: content,
  }));
  const names = new Set(answers.map(({ name }) => name));
  const others = result.variables
    .filter(({ name }) => !names.has(name))
    .map(({ name, value }) => ({
      name,
      text: Array.isArray(value) ? value.join(', ') : String(value),
    }));
  return (
    <section aria-label={t('Answers and variables')}>
      <h3>{t('Answers and variables')}</h3>
      {answers.length + others.length === 0 ? (
        <p className="soft">{t('Nothing was answered yet.')}</p>
      ) : null}
      <dl>
        {[...answers, ...others].map(({ name, text }, place) => (
          <div key={place}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
