import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useEventCatalogue } from '#base/browser/event-catalogue.ts';
import { useAccount } from '#base/browser/site.tsx';
import { CHECK_VIOLATION } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CheckboxGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { ExampleMessage } from '../components/example-message.tsx';
import { saveWebhook, type Webhook, type WebhookDraft } from '../data.ts';
import { eventGroups, urlProblem } from '../rules.ts';

/** Form for a webhook: its URL and the events it subscribes to. */
export function WebhookForm({
  webhook,
  onClose,
  onSaved,
}: {
  webhook: Webhook | null;
  onClose: () => void;
  onSaved: (id: string) => Promise<void>;
}) {
  const { t } = useTranslation('webhooks');
  const id = useId();
  const catalogue = useEventCatalogue();
  const title = t(webhook ? 'form.editTitle' : 'form.newTitle');
  const { draft, save, isSaving, problem } = useWebhookForm(webhook, onSaved);
  return (
    <SidePanel
      title={title}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
          {t('form.save')}
        </Button>
      }
    >
      <Form id={id} label={title} problem={problem} onSubmit={() => void save()}>
        <TextField
          label={t('form.address')}
          description={t('form.addressHelp')}
          {...draft.field('address')}
          type="url"
          dir="ltr"
          maxLength={500}
          autoFocus
          placeholder="https://example.org/hooks"
        />
        <TextField
          label={t('form.description')}
          description={t('form.descriptionHelp')}
          {...draft.field('description')}
          maxLength={200}
          isOptional
        />
        <EventChoice draft={draft} catalogue={catalogue} />
        <ExampleMessage
          events={catalogue.filter(({ type, isOffered }) =>
            draft.values.events.length > 0 ? draft.values.events.includes(type) : isOffered,
          )}
        />
      </Form>
    </SidePanel>
  );
}

function useWebhookForm(webhook: Webhook | null, onSaved: (id: string) => Promise<void>) {
  const { t } = useTranslation('webhooks');
  const db = useDb();
  const { account_id } = useAccount();
  const [saved] = useState<WebhookDraft>(() => ({
    address: webhook?.address ?? '',
    description: webhook?.description ?? '',
    events: webhook?.events ?? [],
  }));
  const draft = useDraft<WebhookDraft>({
    saved,
    validate: ({ address, events }) => {
      const addressError = urlProblem(address);
      return {
        address: addressError
          ? t(addressError === 'private' ? 'answer.private_address' : `form.problem.${addressError}`)
          : undefined,
        events: events.length === 0 ? t('form.chooseEvent') : undefined,
      };
    },
  });
  const { save, isSaving, problem } = useSave(() => saveWebhook(db, account_id, webhook?.id ?? null, draft.values), {
    onSaved: (webhookId) => onSaved(webhookId),
    form: draft,
    fields: { [CHECK_VIOLATION]: ['address', t('form.problem.notAnAddress')] },
  });
  return { draft, save, isSaving, problem };
}

/** The events to subscribe to, by noun. */
function EventChoice({
  draft,
  catalogue,
}: {
  draft: Draft<WebhookDraft>;
  catalogue: ReturnType<typeof useEventCatalogue>;
}) {
  const { t } = useTranslation('webhooks');
  return (
    <>
      {draft.errors.events ? (
        <p className="text-error" role="alert">
          {draft.errors.events}
        </p>
      ) : null}
      {eventGroups(catalogue).map(({ noun, types }) => (
        <CheckboxGroup
          key={noun}
          label={t(`noun.${noun}`)}
          isVertical
          value={draft.values.events.filter((event) => event.startsWith(`${noun}.`))}
          onChange={(chosen) =>
            draft.set('events', [...draft.values.events.filter((event) => !event.startsWith(`${noun}.`)), ...chosen])
          }
          options={types.map((type) => ({
            id: type,
            label: t(`event.${type}`),
            description: (
              <>
                {t(`when.${type}`)} <bdi>{type}</bdi>
              </>
            ),
          }))}
        />
      ))}
    </>
  );
}
