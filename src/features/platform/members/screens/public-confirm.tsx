import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useSiteBranding } from '#base/browser/site.tsx';
import type { RouteHandle } from '#base/shared/site.ts';
import { Island } from '#ui/layout/island.tsx';
import { authTexts } from '../components/auth-card.tsx';
import { AuthFrame } from '../components/auth-frame.tsx';
import { ConfirmSignUpForm } from '../components/confirm-sign-up-form.tsx';

/** The token in the URL is the permission. */
export const handle: RouteHandle = { isPublic: true, isBare: true, isSecret: true };

const MAX_TOKEN_LENGTH = 200;

export function loader({ request }: LoaderFunctionArgs) {
  return { token: (new URL(request.url).searchParams.get('token') ?? '').slice(0, MAX_TOKEN_LENGTH) };
}

export default function ConfirmSignUp() {
  const { t } = useTranslation('members');
  const site = useSiteBranding().title;
  const { token } = useLoaderData<typeof loader>();
  return (
    <AuthFrame title={t('mail.confirmation.heading')}>
      <Island
        name="confirm-sign-up"
        component={ConfirmSignUpForm}
        props={{ site, token }}
        when="interaction"
        isKeen
        strings={authTexts}
      />
    </AuthFrame>
  );
}
