import { useTranslation } from 'react-i18next';
import type { EditorProps } from '../../components/activities.tsx';
import { LessonFileFields } from '../../components/lesson-file-fields.tsx';

const rule = { accept: ['audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/webm'], limit: 200 * 1024 * 1024 };

/** The recording of a lesson. */
export function AudioFields({ lesson, draft }: EditorProps) {
  const { t } = useTranslation('courses');
  return <LessonFileFields lesson={lesson} draft={draft} label={t('editor.upload.audio')} rule={rule} />;
}
