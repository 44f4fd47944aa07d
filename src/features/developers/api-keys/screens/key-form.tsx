import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useFeatures } from '#base/browser/features.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { CheckboxGroup, RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { copyText } from '#ui/overlays/copy-text.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { createKey } from '../data.ts';
import { expiryOf, lifetimes } from '../rules.ts';

type Values = { name: string; scopes: string[]; days: string };
const nothing: Values = { name: '', scopes: [], days: '365' };

/** Form for a new API key: name, scopes and expiry. */
export function KeyForm({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => Promise<void> }) {
  const { t } = useTranslation('api-keys');
  const scopes = useFeatures().flatMap(({ name: feature, scopes = [] }) => scopes.map((scope) => ({ scope, feature })));
  const id = useId();
  const { draft, save, isSaving, problem } = useNewKey(onCreated);
  return (
    <SidePanel
      title={t('list.new')}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
          {t('form.save')}
        </Button>
      }
    >
      <Form id={id} label={t('list.new')} problem={problem} onSubmit={() => void save()}>
        <TextField
          label={t('form.name')}
          description={t('form.nameHelp')}
          {...draft.field('name')}
          maxLength={80}
          autoFocus
          dir="auto"
        />
        <CheckboxGroup
          label={t('form.scopes')}
          description={t('form.scopesHelp')}
          errorMessage={draft.errors.scopes}
          isVertical
          value={draft.values.scopes}
          onChange={(chosen) => draft.set('scopes', chosen)}
          options={scopes.map(({ scope, feature }) => ({
            id: scope,
            label: t(`${feature}:apiScopes.${scope.replace(':', '_')}`),
            description: <bdi>{scope}</bdi>,
          }))}
        />
        <RadioGroup
          label={t('form.ends')}
          orientation="vertical"
          value={draft.values.days}
          onChange={(days) => draft.set('days', days)}
          options={lifetimes.map((days) => ({ id: String(days), label: t(`form.days_${days}`) }))}
        />
      </Form>
    </SidePanel>
  );
}

function useNewKey(onCreated: (key: string) => Promise<void>) {
  const { t } = useTranslation('api-keys');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft<Values>({
    saved: nothing,
    validate: (values) => ({
      name: values.name.trim() ? undefined : t('form.nameMissing'),
      scopes: values.scopes.length > 0 ? undefined : t('form.scopeMissing'),
    }),
  });

  const { save, isSaving, problem } = useSave(
    async () => {
      const { name, scopes: chosen, days } = draft.values;
      const newKey = { name: name.trim(), scopes: chosen, expires_at: expiryOf(Number(days), new Date()) };
      const { key } = await createKey(db, account_id, newKey);
      await onCreated(key);
    },
    { form: draft },
  );
  return { draft, save, isSaving, problem };
}

/** Shows the plain key once, right after it was created. */
export function NewKeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const { t } = useTranslation('api-keys');
  const copy = () => copyText(value, t('made.copied'), t('failed'));
  return (
    <Dialog
      title={t('made.title')}
      isOpen
      isDismissable={false}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button icon={Copy} onPress={copy}>
            {t('made.copy')}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {t('made.done')}
          </Button>
        </>
      }
    >
      <Note tone="warning">{t('made.text')}</Note>
      <code dir="ltr" className="block rounded-lg bg-base-200 p-3 break-all">
        {value}
      </code>
    </Dialog>
  );
}
