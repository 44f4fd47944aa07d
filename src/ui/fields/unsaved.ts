import { createContext, useContext, useEffect, useId, useLayoutEffect } from 'react';

/** What is not saved, by the form that holds it: the router asks one guard alone, which answers for all that stand in the page. */
const unsaved = new Map<string, readonly string[]>();

/** The names of all that is not saved, in words. */
export const allUnsaved = () => [...unsaved.values()].flat();

/** As long as a form holds changes, the browser asks before it closes or loads the page anew. */
export function useUnsaved(changed: readonly string[], isChanged = changed.length > 0): void {
  const id = useId();
  useEffect(() => {
    unsaved.set(id, changed);
    return () => void unsaved.delete(id);
  }, [id, changed]);
  useEffect(() => {
    if (!isChanged) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [isChanged]);
}

/** Where a form within a panel or dialog tells it that it holds changes. */
export const UnsavedContext = createContext<(id: string, isChanged: boolean) => void>(() => {});

/** For a form that stands in a panel or dialog and keeps by itself what is typed: closing then asks, as `isChanged` of the panel does. */
export function useUnsavedHere(isChanged: boolean): void {
  const id = useId();
  const report = useContext(UnsavedContext);
  // Before the next key: Escape may follow the first letter at once.
  useLayoutEffect(() => {
    report(id, isChanged);
    return () => report(id, false);
  }, [report, id, isChanged]);
}
