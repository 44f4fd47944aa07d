import { Star } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';

/** Loaded when it is opened: most who look at their courses review none. */
const ReviewPanel = lazy(async () => ({ default: (await import('./review-panel.tsx')).ReviewPanel }));

export function ReviewButton({ course }: { course: { id: string; title: string } }) {
  const { t } = useTranslation('courses');
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="relative z-1 justify-self-start">
      <Button size="sm" icon={Star} aria-label={`${t('reviews.write')}: ${course.title}`} onPress={() => setOpen(true)}>
        {t('reviews.write')}
      </Button>
      {isOpen ? (
        <Suspense>
          <ReviewPanel course={course} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </span>
  );
}
