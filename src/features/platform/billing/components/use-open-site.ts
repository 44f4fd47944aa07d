import { useState } from 'react';
import { openSite } from '#features/platform/reports/data.ts';
import { paths } from '#paths';
import { showError } from '#ui/overlays/toaster.tsx';

/** Opens one of the caller's own sites, or a screen there, with a session on its host. */
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
