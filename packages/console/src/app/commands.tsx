import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

/** Something that a person can do here. */
export interface Command {
  readonly title: string;
  /** Other words that find it. */
  readonly also?: string;
  /** Its keys in words, such as `Ctrl Z`. */
  readonly keys?: string;
  run(): void;
}

interface Registry {
  readonly commands: readonly Command[];
  /** Whether the list of them is shown. */
  readonly isShown: boolean;
  show(isShown: boolean): void;
  add(commands: readonly Command[]): () => void;
}

const CommandsContext = createContext<Registry>({
  commands: [],
  isShown: false,
  show: () => undefined,
  add: () => () => undefined,
});

/** Collects what can be done on the screens in it. */
export function Commands({ children }: { readonly children: ReactNode }): ReactNode {
  const [lists, setLists] = useState<readonly (readonly Command[])[]>([]);
  const [isShown, show] = useState(false);
  const registry = useMemo(
    () => ({
      commands: lists.flat(),
      isShown,
      show,
      add(list: readonly Command[]) {
        setLists((before) => [...before, list]);
        return () => setLists((before) => before.filter((one) => one !== list));
      },
    }),
    [lists, isShown],
  );
  return <CommandsContext value={registry}>{children}</CommandsContext>;
}

/** Everything that can be done now. */
export function useAllCommands(): readonly Command[] {
  return useContext(CommandsContext).commands;
}

/** Whether the list of commands is shown, and how to show it. */
export function useCommandList(): Pick<Registry, 'isShown' | 'show'> {
  return useContext(CommandsContext);
}

/** Whether a key shows or hides the list of commands. */
export function isCommandKey({ metaKey, ctrlKey, key }: KeyboardEvent): boolean {
  return (metaKey || ctrlKey) && key.toLowerCase() === 'k';
}

/** Offers commands while the caller is shown. `commands` is a list that stays the same object between drawings. */
export function useCommands(commands: readonly Command[]): void {
  const { add } = useContext(CommandsContext);
  // `add` is another function after each change of the lists, and always does the same.
  useEffect(() => add(commands), [commands]);
}
