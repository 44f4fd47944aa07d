import { useTranslation } from 'react-i18next';
import { useSiteFace } from '#base/browser/site.tsx';
import type { RouteHandle } from '#base/shared/site.ts';
import { Island } from '#ui/layout/island.tsx';
import { AuthFrame } from '../components/auth-frame.tsx';
import { authTexts, phoneAuthTexts } from '../components/door-card.tsx';
import { ResetPasswordDoor } from '../components/reset-password-door.tsx';

export const handle: RouteHandle = { isPublic: true, isBare: true, isDressed: true, queryKeys: ['school'] };

export default function ResetPassword() {
  const { t } = useTranslation('members');
  const { title: site, doors } = useSiteFace();
  return (
    <AuthFrame title={t('reset.title')}>
      <Island
        name="reset-password"
        component={ResetPasswordDoor}
        props={{ site, hasPhone: doors.hasPhone }}
        when="interaction"
        isKeen
        strings={doors.hasPhone ? phoneAuthTexts : authTexts}
      />
    </AuthFrame>
  );
}
