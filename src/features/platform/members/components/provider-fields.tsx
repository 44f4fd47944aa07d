import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { Note } from '#ui/display/states.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { copyText } from '#ui/overlays/copy-text.ts';
import type { ProviderSettings } from '../providers/data.ts';
import { providerFacts, type SignInProvider } from '../providers/rules.ts';

/** The form's values. `mayShare`: whether the platform's credentials may be used instead of own ones. */
export function useProviderDraft(provider: SignInProvider, saved: ProviderSettings | undefined, mayShare: boolean) {
  const { t } = useTranslation('members');
  const { settings } = providerFacts[provider];
  const { client_id = '', tenant = '', team_id = '', key_id = '', has_secret = false } = saved ?? {};
  return useDraft({
    saved: {
      // Credentials no longer shared by the platform have to be the account's own.
      source: mayShare ? (saved?.source ?? 'platform') : 'own',
      is_on: saved?.is_on ?? true,
      is_shared: saved?.is_shared ?? false,
      secret: '',
      ...{ client_id, tenant, team_id, key_id },
    },
    validate: (values) => {
      if (values.source === 'platform') return {};
      const missing = (value: string) => (value.trim() ? undefined : t('providers.missing'));
      return {
        client_id: missing(values.client_id),
        secret: has_secret ? undefined : missing(values.secret),
        team_id: settings.includes('team_id') ? missing(values.team_id) : undefined,
        key_id: settings.includes('key_id') ? missing(values.key_id) : undefined,
      };
    },
  });
}

/** The credentials an account has of its own at a provider. A stored secret is never shown. */
export function OwnProviderFields({
  provider,
  draft,
  hasSecret,
}: {
  provider: SignInProvider;
  draft: ReturnType<typeof useProviderDraft>;
  hasSecret: boolean;
}) {
  const { t } = useTranslation('members');
  const { is_platform } = useAccount();
  const labels = { tenant: t('providers.tenant'), team_id: t('providers.team'), key_id: t('providers.key') };
  const code = { dir: 'ltr', autoComplete: 'off' } as const;
  const secret = {
    ...code,
    label: t(provider === 'apple' ? 'providers.appleKey' : 'providers.secret'),
    description: hasSecret ? t('providers.secretKept') : undefined,
    maxLength: 4_096,
    ...draft.field('secret'),
  };
  return (
    <>
      <TextField {...code} label={t('providers.clientId')} maxLength={200} {...draft.field('client_id')} />
      {provider === 'apple' ? <TextArea rows={6} {...secret} /> : <TextField type="password" {...secret} />}
      {providerFacts[provider].settings.map((field) => (
        <TextField
          key={field}
          {...code}
          label={labels[field]}
          description={field === 'tenant' ? t('providers.tenantHelp') : undefined}
          isOptional={field === 'tenant'}
          maxLength={100}
          {...draft.field(field)}
        />
      ))}
      {provider === 'azure' && !is_platform ? <Note tone="info">{t('providers.microsoft')}</Note> : null}
      {is_platform ? (
        <Switch isAtEnd {...draft.toggle('is_shared')}>
          {t('providers.share')}
        </Switch>
      ) : null}
    </>
  );
}

/** The address to enter in the provider's console. */
export function CallbackUrl({ provider, url }: { provider: SignInProvider; url: string }) {
  const { t } = useTranslation('members');
  const { name, console: console_ } = providerFacts[provider];
  const copy = () => copyText(url, t('providers.copied'), t('problem.unknown'));
  return (
    <div className="field">
      <span className="field-label">{t('providers.callback')}</span>
      <span className="flex items-center gap-2">
        <code dir="ltr" className="min-w-0 flex-1 break-all">
          {url}
        </code>
        <Button icon={Copy} onPress={() => void copy()}>
          {t('providers.copy')}
        </Button>
      </span>
      <span className="help">{t('providers.callbackHelp', { provider: name })}</span>
      <TextLink href={console_}>{t('providers.console', { provider: name })}</TextLink>
    </div>
  );
}
