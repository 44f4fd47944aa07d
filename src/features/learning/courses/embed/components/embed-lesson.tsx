import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { ownOrigins } from '#base/shared/site.ts';
import { isThirdPartyUrl } from '#base/shared/third-party-url.ts';
import { Skeleton } from '#ui/display/skeleton.tsx';
import { Note } from '#ui/display/states.tsx';
import type { PlayerProps } from '../../components/activities.tsx';
import { ConsentGate } from '../../components/consent-gate.tsx';
import { contentQuery } from '../../lessons/data.ts';
import { embedOf } from '../../lessons/rules.ts';

/** A page of another site, loaded after consent. */
export function EmbedLesson({ lesson }: PlayerProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const content = useQuery(contentQuery(db, account_id, lesson.id));
  if (content.isPending) return <Skeleton height={80} />;
  const address = content.data?.media_url;
  if (!address)
    return content.isError ? null : (
      <div className="p-6 pb-0">
        <Note>{t('player.noFile')}</Note>
      </div>
    );
  return <Embed key={address} address={address} title={lesson.title} />;
}

function Embed({ address, title }: { address: string; title: string }) {
  const site = useSite();
  const src = embedOf(address) ?? address;
  const isForeign = isThirdPartyUrl(src, ownOrigins(site));
  const frame = (
    <iframe
      className="h-[70vh] w-full border-0 border-b border-line bg-white"
      src={src}
      title={title}
      allow="fullscreen"
      loading="lazy"
      referrerPolicy="strict-origin-when-cross-origin"
      // A page of the site itself is shown without the session of who looks at it.
      sandbox={`allow-scripts allow-popups allow-forms${isForeign ? ' allow-same-origin' : ''}`}
    />
  );
  return isForeign ? (
    <ConsentGate address={src} href={address}>
      {frame}
    </ConsentGate>
  ) : (
    frame
  );
}
