import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Section } from '#ui/layout/section.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { addContact, changeContact, contactQueries } from '../data.ts';
import { parseTags } from '../rules.ts';
import { type Contact, contactEmail } from '../schema.ts';

type PanelProps = { contact: Contact | null; onClose: () => void; onSaved: (message: string) => Promise<void> };

/** One contact: name, tags and consent history. */
export function ContactPanel({ contact, onClose, onSaved }: PanelProps) {
  const { t } = useTranslation('contacts');
  const id = useId();
  const [isEnding, setEnding] = useState(false);
  const { draft, save, isSaving, problem } = useContactForm(contact, onSaved);
  const title = contact?.name || contact?.email || t('form.newTitle');
  const canEnd = contact?.state === 'subscribed' || contact?.state === 'pending';
  return (
    <SidePanel
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isChanged={draft.isChanged}
      title={title}
      footer={
        <>
          {canEnd ? <Button onPress={() => setEnding(true)}>{t('form.unsubscribe')}</Button> : null}
          <Button onPress={onClose}>{t('form.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-8">
        <Form id={id} label={title} problem={problem} onSubmit={() => void save()}>
          <TextField
            label={t('list.email')}
            description={contact ? undefined : t('form.newHelp')}
            type="email"
            maxLength={320}
            dir="ltr"
            isReadOnly={contact !== null}
            {...draft.field('email')}
          />
          <TextField label={t('list.name')} maxLength={200} isOptional {...draft.field('name')} />
          <TextField
            label={t('list.tags')}
            description={t('form.tagsHelp')}
            maxLength={2_000}
            isOptional
            {...draft.field('tags')}
          />
        </Form>
        {contact ? <Proof contactId={contact.id} /> : null}
      </div>
      {contact ? (
        <UnsubscribeDialog contact={contact} isOpen={isEnding} onOpenChange={setEnding} onSaved={onSaved} />
      ) : null}
    </SidePanel>
  );
}

function useContactForm(contact: Contact | null, onSaved: PanelProps['onSaved']) {
  const { t } = useTranslation('contacts');
  const db = useDb();
  const { account_id } = useAccount();
  const [saved] = useState({
    email: contact?.email ?? '',
    name: contact?.name ?? '',
    tags: contact?.tags.join(', ') ?? '',
  });
  const draft = useDraft({
    saved,
    validate: ({ email }) => ({
      email: contactEmail.safeParse(email.trim()).success ? undefined : t('form.emailWrong'),
    }),
  });
  const { save, isSaving, problem } = useSave(
    async () => {
      const email = draft.values.email.trim();
      const name = draft.values.name.trim();
      const tags = parseTags(draft.values.tags);
      if (contact) await changeContact(db, account_id, contact.id, { name, tags });
      else await addContact(db, account_id, { email, name, tags });
      await onSaved(t(contact ? 'form.saved' : 'form.added', { name: name || email }));
    },
    {
      form: draft,
      fields: { [UNIQUE_VIOLATION]: ['email', t('form.emailTaken')] },
    },
  );
  return { draft, save, isSaving, problem };
}

type UnsubscribeProps = {
  contact: Contact;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onSaved: PanelProps['onSaved'];
};

function UnsubscribeDialog({ contact, isOpen, onOpenChange, onSaved }: UnsubscribeProps) {
  const { t } = useTranslation('contacts');
  const db = useDb();
  const { account_id } = useAccount();
  const title = contact.name || contact.email;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('form.unsubscribeTitle', { name: title })}
      confirmLabel={t('form.unsubscribe')}
      onConfirm={async () => {
        await changeContact(db, account_id, contact.id, { state: 'unsubscribed' });
        await onSaved(t('form.unsubscribed', { name: title }));
      }}
    >
      {t('form.unsubscribeText')}
    </ConfirmDialog>
  );
}

function Proof({ contactId }: { contactId: string }) {
  const { t } = useTranslation('contacts');
  const db = useDb();
  const { account_id } = useAccount();
  const steps = useQuery(contactQueries.consents(db, account_id, contactId));
  return (
    <Section title={t('form.proof')} level={3}>
      {steps.isError ? <ErrorState onRetry={() => void steps.refetch()} /> : null}
      {steps.isPending ? <SkeletonText lines={3} /> : null}
      {steps.data?.length === 0 ? <p className="muted">{t('form.noProof')}</p> : null}
      <ol className="grid gap-4">
        {steps.data?.map((step) => (
          <li key={step.id} className="grid gap-1">
            <span className="flex justify-between gap-4">
              <span className="font-medium">{t(`consent.${step.kind}`)}</span>
              <RelativeTime when={step.created_at} />
            </span>
            {step.words ? <q dir="auto">{step.words}</q> : null}
            {step.source ? (
              <span className="help">
                {step.source === 'manager' ? t('form.byManager') : t('form.proofFrom', { source: step.source })}
              </span>
            ) : null}
            {step.address_hash ? (
              <span className="help break-all">
                {t('form.proofAddress')}: <code dir="ltr">{step.address_hash}</code>
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}
