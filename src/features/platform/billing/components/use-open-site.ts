import { useState } from 'react';
import { openSite } from '#features/platform/reports/data.ts';
import { paths } from '#paths';
import { showError } from '#ui/overlays/toaster.tsx';

/** The way to a site of one's own, and to a screen there, where a session begins for it. */
export function useOpenSite(accountId: string): { open: (screen?: string) => void; isBusy: boolean } {
  const [isBusy, setBusy] = useState(false);
  async function open(screen?: string) {
    setBusy(true);
    try {
      location.assign(await openSite(paths.handoff(), accountId, screen));
    } catch (error) {
      showError((error as Error).message);
      setBusy(false);
    }
  }
  return { open: (screen) => void (isBusy || open(screen)), isBusy };
}
