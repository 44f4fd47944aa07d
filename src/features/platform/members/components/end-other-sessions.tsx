import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { problemOf } from './auth-problems.ts';

/** Button that ends all other sessions. */
export function EndOtherSessions({ onEnded }: { onEnded: () => Promise<void> }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { run, isRunning: isBusy } = useAction();
  function endSessions() {
    return run(async () => {
      const { error } = await db.auth.signOut({ scope: 'others' });
      if (error) showError(problemOf(error, t).text);
      else showToast(t('profile.sessionsEnded'));
      await onEnded();
    });
  }
  return (
    <Button isBusy={isBusy} onPress={() => void endSessions()}>
      {t('profile.endSessions')}
    </Button>
  );
}
