import type { FlowPart } from '@parley/client';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { isBubble, type Kinds, labelOf } from '../blocks/kinds.js';
import { textOf } from '../canvas/model/textOf.js';
import { useDraftState } from '../draft/useDraft.js';
import { useKinds } from '../blocks/BlockTypesProvider.js';
import { answersTo, resultsAt, type TimeFilter } from '../results/resultFilter.js';
import { Loading } from '../ui/Loading.js';
import { type Question, questionsOf } from './losses.js';
import { type VersionColumn, percentOf } from './Totals.js';
import { locale, t } from '../i18n/t.js';

interface QuestionsProps {
  readonly botId: string;
  readonly timeFilter: TimeFilter;
  readonly columns: readonly VersionColumn[];
}

/** The blocks at which visitors wait: how many reached them, answered and left there, and how long answers took; the greatest loss first. */
export function Questions({ botId, timeFilter, columns }: QuestionsProps): ReactNode {
  const flow = useDraftState((state) => state.flow);
  const kinds = useKinds();
  const [own] = columns;
  const questions = useMemo(
    () =>
      columns.map(({ counts, answerTimes }) => counts && questionsOf(flow, counts, answerTimes)),
    [flow, ...columns.flatMap(({ counts, answerTimes }) => [counts, answerTimes])],
  );
  const [rows] = questions;
  if (!own || !rows) return own?.fault ? null : <Loading />;
  return (
    <section>
      <h2>{t('Where visitors leave')}</h2>
      {rows.length === 0 ? (
        <p className="soft">
          {t('Nobody came to a question in this time. Publish the bot and share its link.')}
        </p>
      ) : (
        <div className="tableBox" tabIndex={0} role="region" aria-label={t('Questions')}>
          <table className="results figures">
            <thead>
              <tr>
                <th scope="col">{t('Question')}</th>
                {columns.map(({ title }, place) => (
                  <Heads key={place} title={columns.length > 1 ? title : undefined} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ blockId, groupTitle, type, before }) => (
                <tr key={blockId}>
                  <th scope="row">
                    <Link href={`/b/${botId}/flow?at=${blockId}`}>{groupTitle}</Link>
                    <br />
                    <span className="soft">
                      {[labelOf(type, kinds), askedBy(before, kinds) ?? []].flat().join(': ')}
                    </span>
                  </th>
                  {columns.map(({ versionId }, place) => (
                    <Cells
                      key={place}
                      {...{ botId, timeFilter, versionId }}
                      question={questions[place]?.find((one) => one.blockId === blockId)}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** The last words before a question in its group. */
function askedBy(before: readonly FlowPart[], kinds: Kinds): string | undefined {
  const said = before.findLast((block) => isBubble(block, kinds));
  return (said && textOf(said, kinds)) || undefined;
}

/** The heads of the figures; `title` is that of a version beside others. */
function Heads({ title }: { readonly title: string | undefined }): ReactNode {
  const heads = [
    t('Reached'),
    t('Answered'),
    t('Left'),
    t('Half answer within'),
    t('9 of 10 within'),
  ];
  return heads.map((head) => (
    <th key={head} scope="col">
      {head}
      {title === undefined ? null : <span className="soft"> {title}</span>}
    </th>
  ));
}

function Cells({
  botId,
  timeFilter,
  versionId,
  question,
}: Pick<QuestionsProps, 'botId' | 'timeFilter'> & {
  readonly versionId: string | null;
  readonly question: Question | undefined;
}): ReactNode {
  if (!question) return <td colSpan={5}>–</td>;
  const { blockId, groupTitle, reached, answered, left, share, median, p90 } = question;
  const behind = { timeFilter, versionId };
  const answers = resultsAt(botId, { ...behind, ...answersTo(blockId) });
  return (
    <>
      <td>
        <Link href={resultsAt(botId, { ...behind, reachedBlockId: blockId })}>
          {reached.toLocaleString(locale)}
        </Link>
      </td>
      <td>
        <Link href={answers}>{answered.toLocaleString(locale)}</Link>
      </td>
      <td className="left">
        <Link href={resultsAt(botId, { ...behind, restsAtBlockId: blockId })}>
          {t('{left} of {reached} left', {
            left: left.toLocaleString(locale),
            reached: reached.toLocaleString(locale),
          })}
        </Link>{' '}
        ({percentOf(share)})
        <meter
          min={0}
          max={1}
          value={share}
          aria-label={t('Share that left at {groupTitle}', { groupTitle })}
        />
      </td>
      {[median, p90].map((time, place) => (
        <td key={place}>
          {time === undefined ? '–' : <Link href={answers}>{timeInWords(time)}</Link>}
        </td>
      ))}
    </>
  );
}

/** How long something took, in seconds; null if that was longer than what is measured. */
function timeInWords(seconds: number | null): string {
  if (seconds === null) return t('Over a week');
  const [value, unit] =
    seconds < 90
      ? ([seconds, 'second'] as const)
      : seconds < 5_400
        ? ([seconds / 60, 'minute'] as const)
        : ([seconds / 3_600, 'hour'] as const);
  const maximumFractionDigits = value < 10 ? 1 : 0;
  return value.toLocaleString(locale, { style: 'unit', unit, maximumFractionDigits });
}
