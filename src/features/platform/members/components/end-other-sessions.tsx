import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { requireSuccess } from './require-success.ts';

/** Button that ends all other sessions. */
export function EndOtherSessions({ onEnded }: { onEnded: () => Promise<void> }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { save: endSessions, isSaving: isBusy } = useSave(
    async () => requireSuccess(await db.auth.signOut({ scope: 'others' }), t),
    { done: t('profile.sessionsEnded'), onSaved: onEnded },
  );
  return (
    <Button isBusy={isBusy} onPress={() => void endSessions()}>
      {t('profile.endSessions')}
    </Button>
  );
}
