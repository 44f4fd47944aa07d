import { Download, ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/buttons/button.tsx';
import { useHydrated } from '#ui/layout/use-hydrated.ts';
import type { PlayerProps } from '../../components/activities.tsx';
import { SignedFile } from '../../components/signed-file.tsx';

/** Shows the document of a lesson where the browser can, and lets it be opened and downloaded. */
export function PdfLesson({ lesson }: PlayerProps) {
  return <SignedFile lesson={lesson}>{({ src, name }) => <Document src={src} name={name} />}</SignedFile>;
}

function Document({ src, name }: { src: string; name: string }) {
  const { t } = useTranslation('courses');
  return (
    <div className="grid gap-3 border-b border-line bg-base-200 p-4">
      {useHydrated() && navigator.pdfViewerEnabled ? (
        <iframe className="hidden h-[70vh] w-full border-0 bg-white md:block" src={src} title={name} />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <LinkButton href={src} target="_blank" rel="noopener" icon={ExternalLink}>
          {t('player.openFile', { name })}
        </LinkButton>
        <LinkButton href={src} download={name} variant="quiet" icon={Download}>
          {t('player.download')}
        </LinkButton>
      </div>
    </div>
  );
}
