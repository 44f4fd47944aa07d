import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { problemOf } from './auth-problems.ts';

/** Button that ends all other sessions. */
export function EndOtherSessions({ onEnded }: { onEnded: () => Promise<void> }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const [isBusy, setBusy] = useState(false);
  async function endSessions() {
    setBusy(true);
    const { error } = await db.auth.signOut({ scope: 'others' });
    setBusy(false);
    if (error) showError(problemOf(error, t).text);
    else showToast(t('profile.sessionsEnded'));
    await onEnded();
  }
  return (
    <Button isBusy={isBusy} onPress={() => void endSessions()}>
      {t('profile.endSessions')}
    </Button>
  );
}
