/** Counts a value with so many characters as read; true where a step of the work ends with it. */
export type Pace = (characters: number) => boolean;

/** The characters that are read in one step, about: some milliseconds of work. */
const A_STEP = 200_000;

/** The characters whose reading takes as long as the handling of any value. */
const A_VALUE = 100;

/** A pace for work on a flow: its steps are as long whether it has many short texts or few long ones. */
export function pace(): Pace {
  let read = 0;
  return (characters) => {
    read += A_VALUE + characters;
    if (read < A_STEP) return false;
    read = 0;
    return true;
  };
}
