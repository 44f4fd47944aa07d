import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useSiteFace } from '#base/browser/site.tsx';
import type { RouteHandle } from '#base/shared/site.ts';
import { Island } from '#ui/layout/island.tsx';
import { AuthFrame } from '../components/auth-frame.tsx';
import { authTexts } from '../components/door-card.tsx';
import { SetUpDoor } from '../components/set-up-door.tsx';

/** The code in the URL is the permission. */
export const handle: RouteHandle = { isPublic: true, isBare: true, isSecret: true };

const MAX_CODE_LENGTH = 200;

export function loader({ request }: LoaderFunctionArgs) {
  return { code: (new URL(request.url).searchParams.get('code') ?? '').slice(0, MAX_CODE_LENGTH) };
}

export default function SetUpLogin() {
  const { t } = useTranslation('members');
  const site = useSiteFace().title;
  const { code } = useLoaderData<typeof loader>();
  return (
    <AuthFrame title={t('reset.newTitle')}>
      <Island
        name="set-up-login"
        component={SetUpDoor}
        props={{ site, code }}
        when="interaction"
        isKeen
        strings={authTexts}
      />
    </AuthFrame>
  );
}
