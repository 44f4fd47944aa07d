import { useTranslation } from 'react-i18next';
import { MAX_UPLOAD_BYTES, uploadTypes } from '#features/content/media/rules.ts';
import type { EditorProps } from '../../components/activities.tsx';
import { LessonFileFields } from '../../components/lesson-file-fields.tsx';

const rule = { accept: [...uploadTypes], limit: MAX_UPLOAD_BYTES };

/** The file of a lesson: any type an account may store. */
export function FileFields({ lesson, draft }: EditorProps) {
  const { t } = useTranslation('courses');
  return <LessonFileFields lesson={lesson} draft={draft} label={t('editor.upload.file')} rule={rule} />;
}
