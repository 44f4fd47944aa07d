import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Skeleton } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { type Content, contentQuery, type Lesson, mediaQuery } from '../lessons/data.ts';

type SignedFileProps = {
  children: (file: { src: string; name: string; captions: string | null; captionsPath: string | null }) => ReactNode;
};

/** The file of a lesson at an address that is signed for the reader, or what is said while there is none. */
export function SignedFile({ lesson, children }: SignedFileProps & { lesson: Lesson }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const content = useQuery(contentQuery(db, account_id, lesson.id));
  if (content.isPending) return <Skeleton height={80} />;
  if (!content.data || (content.data.media_path === null && content.data.media_url === null)) {
    return content.isError ? null : (
      <div className="p-6 pb-0">
        <Note>{t('player.noFile')}</Note>
      </div>
    );
  }
  return (
    <Signed content={content.data} title={lesson.title}>
      {children}
    </Signed>
  );
}

function Signed({ content, title, children }: SignedFileProps & { content: Content; title: string }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const signed = useQuery(mediaQuery(db, account_id, content));
  if (signed.isError) {
    return (
      <ErrorState onRetry={() => void signed.refetch()} isRetrying={signed.isFetching}>
        {t('player.fileFailed')}
      </ErrorState>
    );
  }
  if (!signed.data) return <Skeleton height={80} />;
  const src = content.media_url ?? signed.data.media;
  const { captions } = signed.data;
  return src
    ? children({ src, name: content.media_name ?? title, captions, captionsPath: content.captions_path })
    : null;
}
