import { useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { Note } from '#ui/display/states.tsx';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { type ProviderSettings, providerKey, removeProvider, saveProvider } from '../providers/data.ts';
import { providerFacts, type SignInProvider } from '../providers/rules.ts';

/** Form for one provider's credentials. A stored secret is never shown. */
export function ProviderPanel({
  provider,
  saved,
  callbackUrl,
  isShared,
  onClose,
}: {
  provider: SignInProvider;
  saved: ProviderSettings | undefined;
  callbackUrl: string;
  /** Whether the platform shares its own credentials with accounts. */
  isShared: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('members');
  const { account_id, is_platform } = useAccount();
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const { name, console: console_, settings: extraSettings } = providerFacts[provider];
  const mayShare = isShared && !is_platform;
  const { client_id = '', tenant = '', team_id = '', key_id = '', has_secret = false } = saved ?? {};
  const draft = useDraft({
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
        team_id: extraSettings.includes('team_id') ? missing(values.team_id) : undefined,
        key_id: extraSettings.includes('key_id') ? missing(values.key_id) : undefined,
      };
    },
  });
  const isOwn = draft.values.source === 'own';
  const labels = { tenant: t('providers.tenant'), team_id: t('providers.team'), key_id: t('providers.key') };

  async function finish(successMessage: string) {
    await queries.invalidateQueries({ queryKey: providerKey(account_id) });
    showToast(successMessage);
    onClose();
  }
  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(() => saveProvider(paths.signInProvider(provider), { ...draft.values, account_id }), {
    form: draft,
    onSaved: () => finish(t('providers.saved', { provider: name })),
  });
  const secretWords = {
    label: t(provider === 'apple' ? 'providers.appleKey' : 'providers.secret'),
    description: has_secret ? t('providers.secretKept') : undefined,
    ...draft.field('secret'),
  };
  return (
    <SidePanel
      title={t('providers.panel', { provider: name })}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          {saved ? (
            <Button variant="danger-line" onPress={() => setRemoving(true)}>
              {t('providers.remove')}
            </Button>
          ) : null}
          <Button variant="primary" type="submit" form="provider" isBusy={isBusy}>
            {t('providers.save')}
          </Button>
        </>
      }
    >
      <Form id="provider" label={name} onSubmit={() => void save()} problem={problem}>
        <Switch isAtEnd {...draft.toggle('is_on')}>
          {t('providers.isOn')}
        </Switch>
        {mayShare ? (
          <RadioGroup
            label={t('providers.source')}
            orientation="vertical"
            options={[
              { id: 'platform', label: t('providers.platform') },
              { id: 'own', label: t('providers.own') },
            ]}
            value={draft.values.source}
            onChange={(source) => draft.set('source', source === 'own' ? 'own' : 'platform')}
          />
        ) : null}
        {isOwn ? (
          <>
            <div className="field">
              <span className="field-label">{t('providers.callback')}</span>
              <span className="flex items-center gap-2">
                <code dir="ltr" className="min-w-0 flex-1 break-all">
                  {callbackUrl}
                </code>
                <Button
                  icon={Copy}
                  onPress={() =>
                    void navigator.clipboard.writeText(callbackUrl).then(
                      () => showToast(t('providers.copied')),
                      () => showError(t('problem.unknown')),
                    )
                  }
                >
                  {t('providers.copy')}
                </Button>
              </span>
              <span className="help">{t('providers.callbackHelp', { provider: name })}</span>
              <TextLink href={console_}>{t('providers.console', { provider: name })}</TextLink>
            </div>
            <TextField
              label={t('providers.clientId')}
              dir="ltr"
              autoComplete="off"
              maxLength={200}
              {...draft.field('client_id')}
            />
            {provider === 'apple' ? (
              <TextArea dir="ltr" rows={6} autoComplete="off" maxLength={4_096} {...secretWords} />
            ) : (
              <TextField type="password" dir="ltr" autoComplete="off" maxLength={4_096} {...secretWords} />
            )}
            {extraSettings.map((field) => (
              <TextField
                key={field}
                label={labels[field]}
                description={field === 'tenant' ? t('providers.tenantHelp') : undefined}
                isOptional={field === 'tenant'}
                dir="ltr"
                autoComplete="off"
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
        ) : null}
      </Form>
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        title={t('providers.removeTitle', { provider: name })}
        confirmLabel={t('providers.remove')}
        onConfirm={async () => {
          await removeProvider(paths.signInProvider(provider), account_id);
          await finish(t('providers.removed', { provider: name }));
        }}
      >
        {t('providers.removeText', { provider: name })}
      </ConfirmDialog>
    </SidePanel>
  );
}
