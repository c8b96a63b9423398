import { Component, type ReactNode } from 'react';
import { Notice } from './Notice.js';
import { t } from '../i18n/t.js';

/** Shows what went wrong where a screen fails, instead of an empty page. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly error?: unknown }
> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Notice
        title={t('Something went wrong on this page')}
        text={t('What you changed is kept. ({fault})', { fault: String(error) })}
      >
        <button type="button" className="primary" onClick={() => location.reload()}>
          {t('Load it again')}
        </button>
      </Notice>
    );
  }
}
