import type { ReactNode } from 'react';

/** A page or panel that has nothing else to show: what is the matter, and what to do. */
export function Notice({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string | undefined;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <section className="notice">
      <h1>{title}</h1>
      {text === undefined ? null : <p>{text}</p>}
      {children}
    </section>
  );
}
