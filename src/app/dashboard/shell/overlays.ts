import { lazy, useEffect, useState } from 'react';
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

export type Overlays = ReturnType<typeof useOverlays>;

type Overlay = Part | 'create';

/** Palette, dialogs and menus over the screen, at most one at a time, loaded at their first use. */
export function useOverlays() {
  const { t } = useTranslation('shell');
  const [now, setNow] = useState<Overlay | null>(null);
  const [loaded, setLoaded] = useState<Record<Part, boolean>>({ palette: false, install: false, shortcuts: false });
  useEffect(() => {
    // An error is shown only when somebody opens it.
    const timer = setTimeout(() => void parts.palette().catch(() => {}), PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  /** Opens a part; shows an error where its code can't be loaded. */
  async function show(part: Part) {
    try {
      await parts[part]();
    } catch {
      showError(t('notLoaded'));
      return;
    }
    setLoaded((before) => ({ ...before, [part]: true }));
    setNow(part);
  }

  return {
    now,
    loaded,
    show: (part: Part) => void show(part),
    toggle: (part: Part) => (now === part ? setNow(null) : void show(part)),
    create: (isOpen: boolean) => setNow(isOpen ? 'create' : null),
    /** Closes a part, unless another one has replaced it. */
    closing: (part: Overlay) => (isStillOpen: boolean) => {
      if (!isStillOpen) setNow((before) => (before === part ? null : before));
    },
  };
}
