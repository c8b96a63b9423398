import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Loading } from './Loading.js';

/**
 * A part of the console whose code is loaded when the part is first shown; `Meanwhile` stands in its place, with the same properties.
 * `lazy` of React would do the same, but shows nothing earlier than 300 ms after what stands in its place, even if the code is there.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props> = Loading,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props: Props): ReactNode {
    const [Part, setPart] = useState(() => loaded);
    const [fault, setFault] = useState<{ readonly error: unknown }>();
    useEffect(() => {
      if (Part) return;
      load().then(
        (part) => {
          loaded = part;
          setPart(() => part);
        },
        (error: unknown) => setFault({ error }),
      );
    }, []);
    // The boundary around it says so.
    if (fault) throw fault.error;
    return Part ? <Part {...props} /> : <Meanwhile {...props} />;
  };
}
