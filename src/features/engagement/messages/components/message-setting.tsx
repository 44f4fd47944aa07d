import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type MemberMessages, messageKeys, saveSetting, settingQuery } from '../data.ts';

/** The button that says to whom members may write. */
export function MessageSetting() {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const setting = useQuery(settingQuery(db, account_id));
  if (setting.data === undefined) return null;
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t(`setting.is.${setting.data}`)}</Button>
      {isOpen ? <SettingDialog saved={setting.data} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function SettingDialog({ saved, onClose }: { saved: MemberMessages; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const id = useId();
  const draft = useDraft({ saved: { to: saved as string }, validate: () => ({}) });
  const to = draft.values.to === 'staff' ? 'staff' : 'everyone';
  const { save, isSaving, problem } = useSave(() => saveSetting(db, account_id, to), {
    form: draft,
    invalidates: [messageKeys.all(account_id)],
    done: t('setting.saved'),
    onSaved: onClose,
  });
  return (
    <Dialog
      isOpen
      title={t('setting.title')}
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && !isSaving && onClose()}
      footer={
        <>
          <Button isDisabled={isSaving} onPress={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Form id={id} label={t('setting.title')} problem={problem} onSubmit={() => void save()}>
        <RadioGroup
          label={t('setting.label')}
          options={(['everyone', 'staff'] as const).map((value) => ({
            id: value,
            label: t(`setting.${value}`),
            description: t(`setting.${value}Text`),
          }))}
          {...draft.field('to')}
        />
      </Form>
    </Dialog>
  );
}
