import { Bookmark, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { clock } from '../../lessons/rules.ts';
import { changeNote, type LessonNote, removeNote } from '../data.ts';
import { playFrom } from './video-on-page.ts';

/** A note or a bookmark; of the open lesson its place in the video plays from there. */
export function NoteItem({ note, isElsewhere }: { note: LessonNote; isElsewhere: boolean }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const [isEdited, setEdited] = useState(false);
  const removing = useSave(() => removeNote(db, account_id, note.id), { invalidates: [['lesson-notes', account_id]] });
  const time = note.seconds === null ? null : clock(note.seconds);
  if (isEdited) return <EditedNote note={note} onClose={() => setEdited(false)} />;
  return (
    <article className="flex items-start gap-3 rounded-(--radius-box) border border-line p-3">
      {time && !isElsewhere ? (
        <Button
          size="sm"
          variant="quiet"
          aria-label={t('notes.playFrom', { time })}
          onPress={() => playFrom(note.seconds ?? 0)}
        >
          {time}
        </Button>
      ) : null}
      <div className="min-w-0 flex-1">
        {note.body ? (
          <p className="break-words whitespace-pre-line" dir="auto">
            {note.body}
          </p>
        ) : (
          <p className="flex items-center gap-2">
            <Bookmark aria-hidden="true" className="size-4 text-ink-3" />
            {t('notes.isBookmark')}
          </p>
        )}
        <p className="help">
          {time && isElsewhere ? `${time} · ` : null}
          <RelativeTime when={note.created_at} />
        </p>
      </div>
      {note.body ? (
        <IconButton size="sm" icon={Pencil} label={t('notes.edit')} onPress={() => setEdited(true)} />
      ) : null}
      <IconButton
        size="sm"
        icon={Trash2}
        label={t(note.body ? 'notes.remove' : 'notes.removeBookmark')}
        isDisabled={removing.isSaving}
        onPress={() => void removing.save()}
      />
    </article>
  );
}

function EditedNote({ note, onClose }: { note: LessonNote; onClose: () => void }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft({
    saved: { body: note.body },
    validate: ({ body }) => ({ body: body.trim() ? undefined : t('notes.missing') }),
  });
  const { save, isSaving, problem } = useSave(() => changeNote(db, account_id, note.id, draft.values.body.trim()), {
    form: draft,
    invalidates: [['lesson-notes', account_id]],
    onSaved: onClose,
  });
  return (
    <Form label={t('notes.edit')} problem={problem} onSubmit={() => void save()}>
      <TextArea label={t('notes.edit')} autoFocus rows={3} maxLength={5000} {...draft.field('body')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isSaving}>
          {t('notes.save')}
        </Button>
        <Button variant="quiet" onPress={onClose}>
          {t('notes.cancel')}
        </Button>
      </div>
    </Form>
  );
}
