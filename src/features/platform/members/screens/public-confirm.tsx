import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useSiteFace } from '#base/browser/site.tsx';
import type { RouteHandle } from '#base/shared/site.ts';
import { Island } from '#ui/layout/island.tsx';
import { AuthFrame } from '../components/auth-frame.tsx';
import { ConfirmDoor } from '../components/confirm-door.tsx';
import { authTexts } from '../components/door-card.tsx';

/** The token in the URL is the permission. */
export const handle: RouteHandle = { isPublic: true, isBare: true, isSecret: true };

const MAX_TOKEN_LENGTH = 200;

export function loader({ request }: LoaderFunctionArgs) {
  return { token: (new URL(request.url).searchParams.get('token') ?? '').slice(0, MAX_TOKEN_LENGTH) };
}

export default function ConfirmSignUp() {
  const { t } = useTranslation('members');
  const site = useSiteFace().title;
  const { token } = useLoaderData<typeof loader>();
  return (
    <AuthFrame title={t('mail.confirmation.heading')}>
      <Island
        name="confirm-sign-up"
        component={ConfirmDoor}
        props={{ site, token }}
        when="interaction"
        isKeen
        strings={authTexts}
      />
    </AuthFrame>
  );
}
