import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useSiteBranding } from '#base/browser/site.tsx';
import type { RouteHandle } from '#base/shared/site.ts';
import { Island } from '#ui/layout/island.tsx';
import { authTexts } from '../components/auth-card.tsx';
import { AuthFrame } from '../components/auth-frame.tsx';
import { SetUpForm } from '../components/set-up-form.tsx';

/** The code in the URL is the permission. */
export const handle: RouteHandle = { isPublic: true, isBare: true, isSecret: true };

const MAX_CODE_LENGTH = 200;

export function loader({ request }: LoaderFunctionArgs) {
  return { code: (new URL(request.url).searchParams.get('code') ?? '').slice(0, MAX_CODE_LENGTH) };
}

export default function SetUpLogin() {
  const { t } = useTranslation('members');
  const site = useSiteBranding().title;
  const { code } = useLoaderData<typeof loader>();
  return (
    <AuthFrame title={t('reset.newTitle')}>
      <Island
        name="set-up-login"
        component={SetUpForm}
        props={{ site, code }}
        when="interaction"
        isKeen
        strings={authTexts}
      />
    </AuthFrame>
  );
}
