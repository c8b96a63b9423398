import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { recordOf, textIn } from '../json.js';
import { useView } from '../view/context.js';
import { labelOf, labelsOf, type InputProps } from './inputProps.js';
import { SendButton } from './SendButton.js';

const STAR =
  '<svg viewBox="0 0 24 24" fill="currentColor"><path d="m12 2 3.1 6.3 6.9 1-5 4.9 1.2 6.8-6.2-3.2L5.8 21 7 14.2 2 9.3l6.9-1z"/></svg>';

/** A rating in numbers or icons. */
export function RatingInput({ input, answer }: InputProps): JSX.Element {
  const { isOneClickSubmitEnabled } = recordOf(input.options);
  const { words } = useView();
  const [rated, setRated] = useState<number>();
  const { grades, icon } = scaleOf(input);
  const rate = (grade: number): void => {
    setRated(grade);
    if (isOneClickSubmitEnabled === true) answer({ text: String(grade) });
  };
  const send = (): void => {
    if (rated !== undefined) answer({ text: String(rated) });
  };
  const { left, right } = labelsOf(input);
  return (
    <form class="bot-rating" onSubmit={(event) => (event.preventDefault(), send())}>
      {textIn(left) && <span>{textIn(left)}</span>}
      <div class="bot-grades" role="group">
        {grades.map((grade) => (
          <Grade key={grade} {...{ grade, rated }} icon={icon} onPress={() => rate(grade)} />
        ))}
      </div>
      {textIn(right) && <span>{textIn(right)}</span>}
      {rated !== undefined && isOneClickSubmitEnabled !== true && (
        <SendButton label={labelOf(input, 'button', words.send)} />
      )}
    </form>
  );
}

/** The grades of a rating, and the icon that stands for each unless they are shown as numbers. */
function scaleOf({ options }: InputProps['input']) {
  const { length, startsAt, buttonType, customIcon } = recordOf(options);
  const first = buttonType === 'Icons' ? 1 : Number(startsAt ?? 0);
  const last = Number(length ?? 10);
  const count = Math.max(last - first + 1, 0);
  // Without Array.from, which old libraries on a site may have replaced with their own.
  const grades = new Array<number>(count).fill(first).map((grade, index) => grade + index);
  const { isEnabled, svg } = recordOf(customIcon);
  const icon = isEnabled === true && textIn(svg) ? textIn(svg) : STAR;
  return { grades, icon: buttonType === 'Icons' ? icon : undefined };
}

interface GradeProps {
  readonly grade: number;
  readonly rated: number | undefined;
  /** An SVG element; undefined where the grade is shown as a number. */
  readonly icon: string | undefined;
  readonly onPress: () => void;
}

function Grade({ grade, rated, icon, onPress }: GradeProps): JSX.Element {
  return (
    <button
      type="button"
      class={`bot-button bot-grade${icon ? ' bot-icon' : ''}`}
      aria-pressed={icon ? grade <= (rated ?? -1) : grade === rated}
      aria-label={String(grade)}
      onClick={onPress}
    >
      {icon ? <Icon svg={icon} /> : grade}
    </button>
  );
}

/** An SVG of the author. As a mask nothing in it can run, and it has the colour of the text. */
function Icon({ svg }: { svg: string }): JSX.Element {
  const source = svg.includes('xmlns=')
    ? svg
    : svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  const mask = `url("data:image/svg+xml,${encodeURIComponent(source)}") center / contain no-repeat`;
  return <span class="bot-drawing" style={{ mask }} />;
}
