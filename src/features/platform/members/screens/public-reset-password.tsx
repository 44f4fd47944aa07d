import { useTranslation } from 'react-i18next';
import { useSiteBranding } from '#base/browser/site.tsx';
import type { RouteHandle } from '#base/shared/site.ts';
import { Island } from '#ui/layout/island.tsx';
import { authTexts, phoneAuthTexts } from '../components/auth-card.tsx';
import { AuthFrame } from '../components/auth-frame.tsx';
import { ResetPasswordForm } from '../components/reset-password-form.tsx';

export const handle: RouteHandle = { isPublic: true, isBare: true, isBranded: true, queryKeys: ['school'] };

export default function ResetPassword() {
  const { t } = useTranslation('members');
  const { title: site, doors } = useSiteBranding();
  return (
    <AuthFrame title={t('reset.title')}>
      <Island
        name="reset-password"
        component={ResetPasswordForm}
        props={{ site, hasPhone: doors.hasPhone }}
        when="interaction"
        isKeen
        strings={doors.hasPhone ? phoneAuthTexts : authTexts}
      />
    </AuthFrame>
  );
}
