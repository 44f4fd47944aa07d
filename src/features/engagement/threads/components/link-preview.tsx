import { useQuery } from '@tanstack/react-query';
import { dbOf } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { linkPreviewQuery } from '../previews/data.ts';
import { firstLink, hostOf } from '../previews/rules.ts';

/** What the page of the first link in a text says of itself; nothing of it is loaded from there. */
export function LinkPreview({ text }: { text: string }) {
  const url = firstLink(text);
  return url ? <Preview url={url} /> : null;
}

function Preview({ url }: { url: string }) {
  const site = useSite();
  const { data } = useQuery(linkPreviewQuery(dbOf(site), site.account.account_id, url));
  if (!data || data.is_waiting) return null;
  return (
    <a className="link-preview" href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
      <bdi className="muted">{hostOf(url)}</bdi>
      <b>
        <bdi>{data.title}</bdi>
      </b>
      {data.description ? <bdi>{data.description}</bdi> : null}
    </a>
  );
}
