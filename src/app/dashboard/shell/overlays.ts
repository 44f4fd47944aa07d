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

/** Once the screen stands the palette is fetched, so that the first Ctrl K finds it there; in milliseconds. */
const FETCHED_AFTER_MS = 4_000;

export type OnTop = Part | 'create';

/** What lies over the screen, at most one at a time. Its code comes when it is first asked for. */
export function useOnTop() {
  const { t } = useTranslation('shell');
  const [now, setNow] = useState<OnTop | null>(null);
  const [loaded, setLoaded] = useState<Record<Part, boolean>>({ palette: false, install: false, shortcuts: false });
  useEffect(() => {
    // Whoever asks is told where it can't be had; nobody has asked yet.
    const timer = setTimeout(() => void parts.palette().catch(() => {}), FETCHED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  /** Shows a part; where its code can't be had, the screen stays as it is. */
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
    /** What one part opens in its own place must not go with it. */
    closing: (part: OnTop) => (isStillOpen: boolean) => {
      if (!isStillOpen) setNow((before) => (before === part ? null : before));
    },
  };
}
