import { createContext, useContext, useEffect, useId, useLayoutEffect } from 'react';

/** Unsaved forms of the page: the router asks a single blocker, which covers all of them. */
const unsaved = new Map<string, readonly string[]>();

/** The labels of everything unsaved, as one text. */
export const allUnsaved = () => [...unsaved.values()].flat();

/** Registers `beforeunload` while a form has changes. */
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

/** Reports a form's unsaved changes to the surrounding panel or dialog. */
export const UnsavedContext = createContext<(id: string, isChanged: boolean) => void>(() => {});

/**
 * For a form in a panel or dialog that keeps its input in its own state: closing then asks, as with `isChanged` of the
 * panel.
 */
export function useUnsavedInPanel(isChanged: boolean): void {
  const id = useId();
  const report = useContext(UnsavedContext);
  // A layout effect, because Escape may follow the first key at once.
  useLayoutEffect(() => {
    report(id, isChanged);
    return () => report(id, false);
  }, [report, id, isChanged]);
}
