import { paths } from '#paths';
import { untilLeft } from '#ui/fields/use-action.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { openSite } from '../data.ts';

type Destination = { account_id: string; screen?: string };

/** Opens one of the caller's own sites, or a screen there, with a session on its host. */
export function useOpenSite(): { open: (account_id: string, screen?: string) => void; isBusy: boolean } {
  const { save, isSaving } = useSave(async ({ account_id, screen }: Destination) => {
    location.assign(await openSite(paths.handoff(), account_id, screen));
    await untilLeft();
  });
  return { open: (account_id, screen) => void save({ account_id, screen }), isBusy: isSaving };
}
