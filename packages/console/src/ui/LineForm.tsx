import type { ReactNode } from 'react';

/** A form of a line or two. It is reset if `submit` resolves to true, and else keeps what was typed. */
export function LineForm({
  title,
  button,
  submit,
  children,
}: {
  readonly title: string;
  readonly button: string;
  readonly submit: (form: FormData) => Promise<boolean>;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <form
      className="lineForm"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        void submit(new FormData(form)).then((isDone) => isDone && form.reset());
      }}
    >
      {children}
      <button className="primary">{button}</button>
    </form>
  );
}
