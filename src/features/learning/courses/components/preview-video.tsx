import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { type Content, signedMedia } from '../lessons/data.ts';
import { VideoPlayer } from './video-player.tsx';

export type PreviewVideoProps = {
  title: string;
  kind: 'video' | 'audio' | 'pdf';
  content: Pick<Content, 'media_url' | 'media_path' | 'captions_path' | 'media_name'>;
};

/**
 * The file of a free preview on a cached page: a URL signed at render time would have expired, so the browser
 * requests its own. A video of another site waits for the visitor's consent, as in the learning room.
 */
export function PreviewVideo({ title, kind, content }: PreviewVideoProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const account = useAccount();
  const site = useSite();
  const signed = useQuery({
    queryKey: ['media', account.account_id, content.media_path, content.captions_path],
    queryFn: () => signedMedia(db, account.account_id, content),
    enabled: content.media_url === null && typeof window !== 'undefined',
    staleTime: 3_600_000,
  });
  const src = content.media_url ?? signed.data?.media;
  if (signed.isError) return <p role="alert">{t('player.fileFailed')}</p>;
  if (!src)
    return <div className="aspect-video w-full rounded-xl bg-black" role="status" aria-label={t('player.loading')} />;
  if (kind === 'pdf') {
    return (
      <p>
        <a className="link" href={src} target="_blank" rel="noopener">
          {t('player.openFile', { name: content.media_name ?? title })}
        </a>
      </p>
    );
  }
  return (
    <VideoPlayer title={title} kind={kind} src={src} captions={signed.data?.captions ?? null} locale={site.locale} />
  );
}
