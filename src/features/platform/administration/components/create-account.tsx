import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { createAccount } from '../data.ts';
import { slugOf, slugPattern } from '../rules.ts';

const empty = { title: '', slug: '', owner_email: '' };

/** Form that creates an account for a user who has signed up on the platform. */
export function CreateAccount({ onClose, onMade }: { onClose: () => void; onMade: (title: string) => Promise<void> }) {
  const { t } = useTranslation('administration');
  const db = useDb();
  const id = useId();
  const draft = useDraft({
    saved: empty,
    validate: ({ title, slug, owner_email }) => ({
      title: title.trim().length >= 2 && title.trim().length <= 80 ? undefined : t('create.errors.title'),
      slug: slugPattern.test(slug) ? undefined : t('create.errors.slug'),
      owner_email: /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(owner_email.trim()) ? undefined : t('create.errors.email'),
    }),
  });

  const {
    save: submit,
    isSaving,
    problem,
  } = useSave(
    async () => {
      await createAccount(db, draft.values);
      await onMade(draft.values.title.trim());
    },
    { form: draft },
  );
  return (
    <SidePanel
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isChanged={draft.isChanged}
      title={t('accounts.new')}
      footer={
        <>
          <Button onPress={onClose}>{t('reason.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
            {t('create.save')}
          </Button>
        </>
      }
    >
      <Form id={id} label={t('accounts.new')} problem={problem} onSubmit={() => void submit()}>
        <AccountFields draft={draft} />
      </Form>
    </SidePanel>
  );
}

function AccountFields({ draft }: { draft: Draft<typeof empty> }) {
  const { t } = useTranslation('administration');
  const { base_domain } = useSite();
  const title = draft.field('title');
  return (
    <>
      <TextField
        label={t('create.name')}
        maxLength={80}
        isRequired
        autoComplete="off"
        {...title}
        onChange={(name) => {
          // The slug follows the title until it is edited by hand.
          if (draft.values.slug === slugOf(draft.values.title)) draft.set('slug', slugOf(name));
          title.onChange(name);
        }}
      />
      <TextField
        label={t('create.slug')}
        suffix={`.${base_domain}`}
        maxLength={63}
        isRequired
        autoComplete="off"
        {...draft.field('slug')}
      />
      <TextField
        label={t('create.owner')}
        description={t('create.ownerHelp')}
        type="email"
        maxLength={320}
        isRequired
        autoComplete="off"
        {...draft.field('owner_email')}
      />
    </>
  );
}
