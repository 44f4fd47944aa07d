import { openSite } from '#features/platform/reports/data.ts';
import { paths } from '#paths';
import { untilLeft, useAction } from '#ui/fields/use-action.ts';
import { showError } from '#ui/overlays/toaster.tsx';

/** Opens one of the caller's own sites, or a screen there, with a session on its host. */
export function useOpenSite(accountId: string): { open: (screen?: string) => void; isBusy: boolean } {
  const { run, isRunning: isBusy } = useAction();
  function open(screen?: string) {
    return run(async () => {
      try {
        location.assign(await openSite(paths.handoff(), accountId, screen));
        await untilLeft();
      } catch (error) {
        showError((error as Error).message);
      }
    });
  }
  return { open: (screen) => void (isBusy || open(screen)), isBusy };
}
