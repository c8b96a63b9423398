import type { ReactNode } from 'react';
import { Fault } from './Fault.js';
import { Loading } from './Loading.js';

/** Stands in place of what is not read yet: that it is being read, or why it could not be. */
export function Reading({ fault }: { readonly fault: string | undefined }): ReactNode {
  return fault === undefined ? <Loading /> : <Fault words={fault} />;
}
