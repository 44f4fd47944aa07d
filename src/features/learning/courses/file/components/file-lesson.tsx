import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/buttons/button.tsx';
import type { PlayerProps } from '../../components/activities.tsx';
import { SignedFile } from '../../components/signed-file.tsx';

/** The file of a lesson, by its name, to be downloaded. */
export function FileLesson({ lesson }: PlayerProps) {
  const { t } = useTranslation('courses');
  return (
    <SignedFile lesson={lesson}>
      {({ src, name }) => (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-(--radius-box) border border-line bg-base-200 p-4">
          <bdi className="min-w-0 font-medium break-words">{name}</bdi>
          <LinkButton href={src} download={name} icon={Download} aria-label={`${t('player.download')}: ${name}`}>
            {t('player.download')}
          </LinkButton>
        </div>
      )}
    </SignedFile>
  );
}
