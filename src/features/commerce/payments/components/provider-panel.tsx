import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { Note } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { copyText } from '#ui/overlays/copy-text.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { type ProviderSettings, paymentQueries } from '../data.ts';
import { webhookEvents } from '../provider-events/rules.ts';
import { type OnlineProvider, providerFacts } from '../rules.ts';
import { removeProvider, saveProvider, testProvider } from './payment-calls.ts';

type ProviderPanelProps = {
  provider: OnlineProvider;
  saved: ProviderSettings | undefined;
  onClose: () => void;
};

/** What a provider needs, and its keys: they are tried before they are stored. */
export function ProviderPanel({ provider, saved, onClose }: ProviderPanelProps) {
  const { t } = useTranslation('payments');
  const { account_id } = useAccount();
  const facts = providerFacts[provider];
  const name = facts?.name ?? '';
  const fields = facts?.keys ?? [];
  const draft = useDraft<Record<string, string | boolean>>({
    saved: { is_enabled: saved?.is_enabled ?? true, ...Object.fromEntries(fields.map((field) => [field.name, ''])) },
    validate: (values) =>
      Object.fromEntries(
        fields.map((field) => [field.name, saved || values[field.name] ? undefined : t('providers.missing')]),
      ),
  });
  const saving = useSave(
    () => {
      const { is_enabled, ...keys } = draft.values;
      return saveProvider(provider, { is_enabled: is_enabled === true, keys: keys as Record<string, string> });
    },
    {
      form: draft,
      invalidates: [paymentQueries.all(account_id)],
      done: t('providers.saved', { provider: name }),
      onSaved: onClose,
    },
  );
  return (
    <SidePanel
      title={t('providers.setUp', { provider: name })}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          {saved ? <RemoveProvider provider={provider} onRemoved={onClose} /> : null}
          {saved ? <TestProvider provider={provider} /> : null}
          <Button variant="primary" type="submit" form="payment-provider" isBusy={saving.isSaving}>
            {t('providers.save')}
          </Button>
        </>
      }
    >
      <Form id="payment-provider" label={name} onSubmit={() => void saving.save()} problem={saving.problem}>
        {saved?.is_test ? <Note tone="warning">{t('providers.testNote', { provider: name })}</Note> : null}
        <Switch isAtEnd isSelected={draft.values.is_enabled === true} onChange={(is) => draft.set('is_enabled', is)}>
          {t('providers.enabled', { provider: name })}
        </Switch>
        <p>
          {t('providers.keysHelp', { provider: name })}{' '}
          <TextLink href={facts?.console ?? ''} target="_blank">
            {t('providers.console', { provider: name })}
          </TextLink>
        </p>
        <WebhookAddress provider={provider} saved={saved} />
        {fields.map((field) => (
          <TextField
            key={field.name}
            dir="ltr"
            autoComplete="off"
            type={field.isSecret ? 'password' : 'text'}
            label={t(`keys.${field.name}`)}
            description={saved ? t('providers.stored') : undefined}
            maxLength={500}
            value={String(draft.values[field.name])}
            onChange={(value) => draft.set(field.name, value)}
            errorMessage={draft.errors[field.name]}
          />
        ))}
      </Form>
    </SidePanel>
  );
}

/** Where the provider sends its messages, and which. */
function WebhookAddress({ provider, saved }: Pick<ProviderPanelProps, 'provider' | 'saved'>) {
  const { t } = useTranslation('payments');
  const name = providerFacts[provider]?.name;
  const address = `${location.origin}${paths.providerEvents(provider)}`;
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t('providers.webhook')}</h3>
      <p>{t('providers.webhookHelp', { provider: name })}</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 break-all">{address}</code>
        <Button icon={Copy} onPress={() => copyText(address, t('providers.copied'), t('providers.copyFailed'))}>
          {t('providers.copy')}
        </Button>
      </div>
      <ul className="help list-disc ps-5">
        {webhookEvents[provider].map((event) => (
          <li key={event}>
            <code>{event}</code>
          </li>
        ))}
      </ul>
      {saved ? (
        <p className="help">
          {saved.last_event_at ? (
            <>
              {t('providers.lastEvent')} <RelativeTime when={saved.last_event_at} />
            </>
          ) : (
            t('providers.noEvent', { provider: name })
          )}
        </p>
      ) : null}
    </section>
  );
}

/** Tries the stored keys. */
function TestProvider({ provider }: { provider: OnlineProvider }) {
  const { t } = useTranslation('payments');
  const { save, isSaving } = useSave(() => testProvider(provider), {
    done: t('providers.works', { provider: providerFacts[provider]?.name }),
  });
  return (
    <Button isBusy={isSaving} onPress={() => void save()}>
      {t('providers.tryIt')}
    </Button>
  );
}

/** Removes the keys, after a confirmation. */
function RemoveProvider({ provider, onRemoved }: { provider: OnlineProvider; onRemoved: () => void }) {
  const { t } = useTranslation('payments');
  const { account_id } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const name = providerFacts[provider]?.name;
  const { saveOrThrow } = useSave(() => removeProvider(provider), {
    invalidates: [paymentQueries.all(account_id)],
    done: t('providers.removed', { provider: name }),
    onSaved: onRemoved,
  });
  return (
    <>
      <Button variant="danger-line" onPress={() => setOpen(true)}>
        {t('providers.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('providers.removeTitle', { provider: name })}
        confirmLabel={t('providers.remove')}
        onConfirm={() => saveOrThrow()}
      >
        {t('providers.removeText', { provider: name })}
      </ConfirmDialog>
    </>
  );
}
