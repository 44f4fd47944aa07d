import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActivity } from './activities.tsx';

/** The icon of a lesson's kind; decorative, as LessonKindName says it. */
export function LessonIcon({ kind, className = 'size-4' }: { kind: string; className?: string }) {
  const Icon = useActivity(kind)?.icon ?? FileText;
  return <Icon aria-hidden="true" className={`${className} flex-none text-ink-3`} />;
}

/** The name of a lesson's kind, for screen readers. */
export function LessonKindName({ kind }: { kind: string }) {
  const { t } = useTranslation('courses');
  const activity = useActivity(kind);
  return activity ? <span className="vh">({t(activity.label)})</span> : null;
}
