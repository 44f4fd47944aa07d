import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { sessionClaimsOf } from '#base/browser/session-claims.ts';
import { EmptyState } from '#ui/display/states.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import { PushPanel } from './push-panel.tsx';

/** Notification settings of the signed-in person: push and preferences. */
export function Preferences({ userId }: { userId: string }) {
  const { t } = useTranslation('notifications');
  const { isImpersonated: isActed } = sessionClaimsOf(useSession().session?.access_token);
  if (isActed) {
    return (
      <EmptyState title={t('acting.title')} drawing="letters">
        {t('acting.text')}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4">
      <PushPanel userId={userId} />
      <PreferencesForm userId={userId} />
    </div>
  );
}
