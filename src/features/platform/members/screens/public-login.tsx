import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useSiteBranding } from '#base/browser/site.tsx';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { Island } from '#ui/layout/island.tsx';
import { authTexts, phoneAuthTexts } from '../components/auth-card.tsx';
import { AuthFrame } from '../components/auth-frame.tsx';
import { LoginForm } from '../components/login-form.tsx';
import { SignInProblemNote } from '../components/sign-in-problem.tsx';
import { listSignInButtons } from '../providers/data.ts';
import { problemNamed } from '../providers/rules.ts';

export const handle: RouteHandle = { isPublic: true, isBare: true, queryKeys: ['problem'] };

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { account } = context.get(siteContext);
  return {
    providers: await listSignInButtons(context.get(dbContext), account.account_id),
    problem: problemNamed(new URL(request.url).searchParams.get('problem')),
  };
}

export default function Login() {
  const { t } = useTranslation('members');
  const { title: site, doors } = useSiteBranding();
  const { providers, problem } = useLoaderData<typeof loader>();
  return (
    <AuthFrame title={t('login.title', { site })}>
      {problem ? <SignInProblemNote problem={problem} /> : null}
      <Island
        name="login"
        component={LoginForm}
        props={{ site, doors, providers }}
        when="interaction"
        isKeen
        strings={doors.hasPhone ? phoneAuthTexts : authTexts}
      />
    </AuthFrame>
  );
}
