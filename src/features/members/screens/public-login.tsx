import { useTranslation } from 'react-i18next';
import { useSiteFace } from '#base/browser/site.tsx';
import type { RouteHandle } from '#base/shared/site.ts';
import { Island } from '#ui/island.tsx';
import { DoorFrame } from '../components/auth-frame.tsx';
import { doorTexts } from '../components/door-card.tsx';
import { LoginDoor } from '../components/login-door.tsx';

export const handle: RouteHandle = { isPublic: true, isBare: true };

export default function Login() {
  const { t } = useTranslation('members');
  const { title: site, doors } = useSiteFace();
  return (
    <DoorFrame title={t('login.title', { site })}>
      <Island
        name="login"
        component={LoginDoor}
        props={{ site, doors }}
        when="interaction"
        isKeen
        strings={doorTexts}
      />
    </DoorFrame>
  );
}
