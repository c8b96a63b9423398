import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { BOX, customSheetOf } from '../theme/customCss.js';
import { useShown } from './context.js';

/** What is inside has the look that the style sheet of the author gives it, as long as it is shown. */
export function Box({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { customCss = '' } = useShown().theme;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = box.current?.getRootNode();
    if (customCss === '' || !(root instanceof ShadowRoot)) return undefined;
    const sheet = customSheetOf(customCss);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [customCss]);
  return (
    <div class={BOX} ref={box}>
      {children}
    </div>
  );
}
