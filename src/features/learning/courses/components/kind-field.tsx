import { useTranslation } from 'react-i18next';
import { Select } from '#ui/fields/select.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { LessonKind } from '../lessons/rules.ts';
import { useActivities } from './activities.tsx';

/** Chooses what a lesson is. */
export function KindField({ value, onChange }: { value: LessonKind; onChange: (kind: LessonKind) => void }) {
  const { t } = useTranslation('courses');
  const { locale } = useLocale();
  const options = [...useActivities().values()].map(({ kind, label }) => ({ id: kind, label: t(label) }));
  return (
    <Select
      label={t('editor.field.kind')}
      options={options.sort((a, b) => a.label.localeCompare(b.label, locale))}
      value={value}
      onChange={(kind) => onChange(kind as LessonKind)}
    />
  );
}
