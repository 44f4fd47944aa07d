import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { type ProviderSettings, providerKey, removeProvider, saveProvider } from '../providers/data.ts';
import { providerFacts, type SignInProvider } from '../providers/rules.ts';
import { CallbackUrl, OwnProviderFields, useProviderDraft } from './provider-fields.tsx';

type ProviderPanelProps = {
  provider: SignInProvider;
  saved: ProviderSettings | undefined;
  callbackUrl: string;
  /** Whether the platform shares its own credentials with accounts. */
  isShared: boolean;
  onClose: () => void;
};

/** Form for one provider's credentials. */
export function ProviderPanel({ provider, saved, callbackUrl, isShared, onClose }: ProviderPanelProps) {
  const { t } = useTranslation('members');
  const { account_id, is_platform } = useAccount();
  const queries = useQueryClient();
  const { name } = providerFacts[provider];
  const mayShare = isShared && !is_platform;
  const draft = useProviderDraft(provider, saved, mayShare);

  async function finish(successMessage: string) {
    await queries.invalidateQueries({ queryKey: providerKey(account_id) });
    showToast(successMessage);
    onClose();
  }
  const saving = useSave(() => saveProvider(paths.signInProvider(provider), { ...draft.values, account_id }), {
    form: draft,
    onSaved: () => finish(t('providers.saved', { provider: name })),
  });
  return (
    <SidePanel
      title={t('providers.panel', { provider: name })}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          {saved ? <RemoveProvider provider={provider} onRemoved={finish} /> : null}
          <Button variant="primary" type="submit" form="provider" isBusy={saving.isSaving}>
            {t('providers.save')}
          </Button>
        </>
      }
    >
      <Form id="provider" label={name} onSubmit={() => void saving.save()} problem={saving.problem}>
        <Switch isAtEnd {...draft.toggle('is_on')}>
          {t('providers.isOn')}
        </Switch>
        {mayShare ? (
          <RadioGroup
            label={t('providers.source')}
            orientation="vertical"
            options={(['platform', 'own'] as const).map((id) => ({ id, label: t(`providers.${id}`) }))}
            value={draft.values.source}
            onChange={(source) => draft.set('source', source === 'own' ? 'own' : 'platform')}
          />
        ) : null}
        {draft.values.source === 'own' ? (
          <>
            <CallbackUrl provider={provider} url={callbackUrl} />
            <OwnProviderFields provider={provider} draft={draft} hasSecret={saved?.has_secret ?? false} />
          </>
        ) : null}
      </Form>
    </SidePanel>
  );
}

/** Removes the credentials, after a confirmation. */
function RemoveProvider({
  provider,
  onRemoved,
}: {
  provider: SignInProvider;
  onRemoved: (successMessage: string) => Promise<void>;
}) {
  const { t } = useTranslation('members');
  const { account_id } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const { name } = providerFacts[provider];
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
        onConfirm={async () => {
          await removeProvider(paths.signInProvider(provider), account_id);
          await onRemoved(t('providers.removed', { provider: name }));
        }}
      >
        {t('providers.removeText', { provider: name })}
      </ConfirmDialog>
    </>
  );
}
