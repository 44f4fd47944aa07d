import { useTranslation } from 'react-i18next';
import type { EditorProps } from '../../components/activities.tsx';
import { LessonFileFields } from '../../components/lesson-file-fields.tsx';

const rule = { accept: ['application/pdf'], limit: 50 * 1024 * 1024 };

/** The document of a lesson. */
export function PdfFields({ lesson, draft }: EditorProps) {
  const { t } = useTranslation('courses');
  return <LessonFileFields lesson={lesson} draft={draft} label={t('editor.upload.pdf')} rule={rule} />;
}
