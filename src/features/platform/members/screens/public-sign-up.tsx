import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { useSiteBranding } from '#base/browser/site.tsx';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { useContentLanguage } from '#ui/display/content-language.tsx';
import { Island } from '#ui/layout/island.tsx';
import { authTexts, phoneAuthTexts } from '../components/auth-card.tsx';
import { AuthFrame } from '../components/auth-frame.tsx';
import { SignUpForm } from '../components/sign-up-form.tsx';
import { listFields } from '../fields/data.ts';
import { countryOptions } from '../fields/rules.ts';
import { listSignInButtons } from '../providers/data.ts';

export const handle: RouteHandle = { isPublic: true, isBare: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const { account, locale } = context.get(siteContext);
  const db = context.get(dbContext);
  const [fields, providers] = await Promise.all([
    listFields(db, account.account_id),
    listSignInButtons(db, account.account_id),
  ]);
  const signUpFields = fields.filter((field) => field.on_sign_up);
  return {
    signUpFields,
    providers,
    countries: signUpFields.some(({ type }) => type === 'country') ? countryOptions(locale) : [],
  };
}

export default function SignUp() {
  const { t } = useTranslation('members');
  const { title: site, doors } = useSiteBranding();
  const loaded = useLoaderData<typeof loader>();
  const language = useContentLanguage();
  return (
    <AuthFrame title={t('signUp.title', { site })}>
      <Island
        name="sign-up"
        component={SignUpForm}
        props={{ site, doors, language, ...loaded }}
        when="interaction"
        strings={doors.hasPhone ? phoneAuthTexts : authTexts}
      />
    </AuthFrame>
  );
}
