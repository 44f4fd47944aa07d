import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { localTimeIn, utcTimeOf } from '#base/shared/wall-clock.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { ComboBox } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import type { ListedGroup } from '../../data.ts';
import { addEvent, changeEvent, deleteEvent, type EventChange, eventsKey, type GroupEvent } from '../data.ts';
import { isWebAddress, MAX_EVENT_TEXT, MAX_EVENT_TITLE, MAX_LINK, MAX_PLACE, timesProblem } from '../rules.ts';

type Props = { group: ListedGroup; event: GroupEvent | null; onClose: () => void };

/** The form of an event; its times are those of its time zone. */
type EventForm = {
  title: string;
  description: string;
  starts: string | null;
  ends: string | null;
  zone: string;
  place: string;
  link: string;
};

const formOf = (event: GroupEvent | null, zone: string): EventForm => ({
  title: event?.title ?? '',
  description: event?.description ?? '',
  starts: event && localTimeIn(event.time_zone, event.starts_at),
  ends: event && localTimeIn(event.time_zone, event.ends_at),
  zone: event?.time_zone ?? zone,
  place: event?.place ?? '',
  link: event?.link ?? '',
});

const changeOf = (form: EventForm): EventChange => ({
  title: form.title.trim(),
  description: form.description.trim(),
  starts_at: utcTimeOf(form.zone, form.starts) ?? '',
  ends_at: utcTimeOf(form.zone, form.ends) ?? '',
  time_zone: form.zone,
  place: form.place.trim(),
  link: form.link.trim(),
});

/** Plans an event, or changes one; deleting it asks first. */
export function EventPanel({ group, event, onClose }: Props) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const { zone } = useSiteZone();
  const formId = useId();
  const draft = useEventDraft(event, zone);
  const title = t(event ? 'events.editTitle' : 'events.new');
  const { save, isSaving, problem } = useSave(
    () => {
      const change = changeOf(draft.values);
      return event ? changeEvent(db, account_id, event.id, change) : addEvent(db, account_id, group.id, change);
    },
    {
      form: draft,
      invalidates: [eventsKey(account_id, group.id)],
      done: t('events.saved'),
      onSaved: onClose,
    },
  );
  return (
    <SidePanel
      title={title}
      isOpen
      isChanged={draft.isChanged && !isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button variant="primary" type="submit" form={formId} isBusy={isSaving}>
            {t(event ? 'form.save' : 'events.create')}
          </Button>
          {event ? <DeleteEvent group={group} event={event} onDeleted={onClose} /> : null}
        </>
      }
    >
      <Form id={formId} label={title} problem={problem} onSubmit={() => void save()}>
        <EventFields draft={draft} />
      </Form>
    </SidePanel>
  );
}

function useEventDraft(event: GroupEvent | null, zone: string) {
  const { t } = useTranslation('groups');
  const saved = useMemo(() => formOf(event, zone), [event, zone]);
  return useDraft({
    saved,
    validate: (values) => {
      const problem = timesProblem(utcTimeOf(values.zone, values.starts), utcTimeOf(values.zone, values.ends));
      return {
        ...(values.title.trim() ? {} : { title: t('events.problem.title') }),
        ...(problem === 'startMissing' ? { starts: t('events.problem.startMissing') } : {}),
        ...(problem && problem !== 'startMissing' ? { ends: t(`events.problem.${problem}`) } : {}),
        ...(isWebAddress(values.link.trim()) ? {} : { link: t('events.problem.link') }),
      };
    },
  });
}

function EventFields({ draft }: { draft: Draft<EventForm> }) {
  const { t } = useTranslation('groups');
  const zones = useMemo(
    () =>
      [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), draft.values.zone])].map((id) => ({
        id,
        label: id.replaceAll('_', ' '),
      })),
    [draft.values.zone],
  );
  return (
    <>
      <TextField
        label={t('events.title')}
        maxLength={MAX_EVENT_TITLE}
        isRequired
        dir="auto"
        {...draft.field('title')}
      />
      <DatePicker label={t('events.starts')} hasTime isRequired {...draft.field('starts')} />
      <DatePicker label={t('events.ends')} hasTime isRequired {...draft.field('ends')} />
      <ComboBox
        label={t('events.zone')}
        value={draft.values.zone}
        onChange={(zone) => zone && draft.set('zone', zone)}
        options={zones}
      />
      <TextField label={t('events.place')} isOptional maxLength={MAX_PLACE} dir="auto" {...draft.field('place')} />
      <TextField
        label={t('events.link')}
        isOptional
        type="url"
        maxLength={MAX_LINK}
        dir="ltr"
        {...draft.field('link')}
      />
      <TextArea
        label={t('form.description')}
        isOptional
        rows={4}
        maxLength={MAX_EVENT_TEXT}
        dir="auto"
        {...draft.field('description')}
      />
    </>
  );
}

function DeleteEvent({ group, event, onDeleted }: { group: ListedGroup; event: GroupEvent; onDeleted: () => void }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const { saveOrThrow } = useSave(() => deleteEvent(db, account_id, event.id), {
    invalidates: [eventsKey(account_id, group.id)],
    done: t('events.deleted'),
    onSaved: onDeleted,
  });
  return (
    <>
      <Button variant="danger" onPress={() => setOpen(true)}>
        {t('events.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t('events.deleteTitle', { title: event.title })}
        confirmLabel={t('events.delete')}
        onConfirm={() => saveOrThrow(undefined)}
      >
        {t('events.deleteText')}
      </ConfirmDialog>
    </>
  );
}
