import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { type ButtonSize, buttonClass } from '#ui/buttons/button-class.ts';
import { providerFacts, type SignInProvider } from '../providers/rules.ts';
import { ProviderMark } from './provider-mark.tsx';

/** Sign-in links of the external providers; plain links that work without JavaScript. */
export function ProviderLinks({
  providers,
  next,
  size = 'lg',
}: {
  providers: readonly SignInProvider[];
  /** Redirect target after signing in. */
  next?: string | undefined;
  size?: ButtonSize;
}) {
  const { t } = useTranslation('members');
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-3">
      {providers.map((provider) => (
        <a
          key={provider}
          className={buttonClass({ size, isBlock: true })}
          href={paths.signInWith(provider, next)}
          rel="nofollow"
          data-onward=""
        >
          <ProviderMark provider={provider} />
          {t('with.continue', { provider: providerFacts[provider].name })}
        </a>
      ))}
    </div>
  );
}
