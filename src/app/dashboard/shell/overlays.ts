import { lazy, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '#ui/overlays/toaster.tsx';

const parts = {
  palette: async () => ({ default: (await import('../palette/shell-palette.tsx')).ShellPalette }),
  install: async () => ({ default: (await import('../install/install-dialog.tsx')).InstallDialog }),
  shortcuts: async () => ({ default: (await import('../shortcuts/shortcut-sheet.tsx')).ShortcutSheet }),
};
type Part = keyof typeof parts;

export const ShellPalette = lazy(parts.palette);
export const InstallDialog = lazy(parts.install);
export const ShortcutSheet = lazy(parts.shortcuts);

/** When the palette is prefetched, so that the first Ctrl K opens it at once. */
const PREFETCH_AFTER_MS = 4_000;

type Overlay = Part | 'create';
type State = { now: Overlay | null; loaded: Record<Part, boolean> };

const none: State = { now: null, loaded: { palette: false, install: false, shortcuts: false } };
let state = none;
const listeners = new Set<() => void>();

function set(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Palette, dialogs and menus over the screen, at most one at a time, loaded at their first use. */
export function useOverlays() {
  const { t } = useTranslation('shell');
  const { now, loaded } = useSyncExternalStore(
    subscribe,
    () => state,
    () => none,
  );

  /** Opens a part; shows an error where its code can't be loaded. */
  async function show(part: Part) {
    try {
      await parts[part]();
    } catch {
      showError(t('notLoaded'));
      return;
    }
    set({ now: part, loaded: { ...state.loaded, [part]: true } });
  }

  return {
    now,
    loaded,
    show: (part: Part) => void show(part),
    toggle: (part: Part) => (now === part ? set({ now: null }) : void show(part)),
    create: (isOpen: boolean) => set({ now: isOpen ? 'create' : null }),
    /** Closes a part, unless another one has replaced it. */
    closing: (part: Overlay) => (isStillOpen: boolean) => {
      if (!isStillOpen && state.now === part) set({ now: null });
    },
  };
}

/** Prefetches the palette. An error is shown only when somebody opens it. */
export function usePalettePrefetch(): void {
  useEffect(() => {
    const timer = setTimeout(() => void parts.palette().catch(() => {}), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}
