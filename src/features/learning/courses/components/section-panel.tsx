import { Copy, Trash2 } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { SaveBar } from '#ui/fields/save-bar.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { AvailabilityCard } from '../availability/components/availability-card.tsx';
import { DripButton } from '../availability/components/drip-button.tsx';
import type { SectionWithLessons } from '../lessons/data.ts';

/** Edits a section's title and when it is open, or removes it. */
export function SectionPanel({
  section,
  courseId,
  outline,
  onChange,
  onDuplicate,
  onRemove,
  pending,
}: {
  section: SectionWithLessons;
  courseId: string;
  outline: readonly SectionWithLessons[];
  onChange: (section: SectionWithLessons) => Promise<boolean>;
  onDuplicate: () => void;
  onRemove: () => void;
  pending: RefObject<(() => Promise<boolean>) | null>;
}) {
  const { t } = useTranslation('courses');
  const draft = useDraft({
    saved: { title: section.title },
    validate: ({ title }) => ({ title: title.trim() ? undefined : t('editor.titleMissing') }),
    labels: { title: t('editor.field.title') },
  });
  const save = async () => {
    if (!draft.check()) return false;
    const isSaved = await onChange({ ...section, title: draft.values.title.trim() });
    if (isSaved) draft.accept();
    return isSaved;
  };
  useEffect(() => {
    pending.current = draft.isChanged ? save : null;
  });
  useEffect(
    () => () => {
      pending.current = null;
    },
    [pending],
  );
  return (
    <div className="flex flex-col">
      <div className="grid gap-5 p-5">
        <TextField label={t('editor.sectionTitle')} maxLength={160} {...draft.field('title')} />
        <AvailabilityCard courseId={courseId} part={section} outline={outline}>
          <DripButton section={section} />
        </AvailabilityCard>
        <div className="flex flex-wrap gap-2">
          <Button icon={Copy} onPress={onDuplicate}>
            {t('copy.duplicate')}
          </Button>
          <Button icon={Trash2} onPress={onRemove}>
            {t('editor.removeSection')}
          </Button>
        </div>
      </div>
      <SaveBar changed={draft.changed} onDiscard={draft.discard} onSave={() => void save()} />
    </div>
  );
}
