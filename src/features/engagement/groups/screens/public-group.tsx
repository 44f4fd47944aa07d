import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { paths } from '#paths';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { Picture } from '#ui/display/picture.tsx';
import { groupBySlug } from '../data.ts';

export const handle: RouteHandle = { isPublic: true };

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { account } = context.get(siteContext);
  const isOn = account.features.includes('groups');
  const group = isOn ? await groupBySlug(context.get(dbContext), account.account_id, params.slug ?? '') : null;
  if (!group) throw data(null, { status: 404 });
  return { group };
}

type RootData = { look?: { settings?: { sitetitle?: string } } };

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) => {
  if (!loaderData) return [];
  const { title, description } = loaderData.group;
  const site = (matches[0]?.loaderData as RootData | undefined)?.look?.settings?.sitetitle;
  return [{ title: [title, site].filter(Boolean).join(' · ') }, { name: 'description', content: description }];
};

/** A group's public page: title, description and member count. */
export default function PublicGroup() {
  const { t } = useTranslation('groups');
  const { group } = useLoaderData<typeof loader>();
  const written = useContentAttributes();
  return (
    <main id="content" className="wide grid max-w-3xl justify-items-start gap-6 py-10 lg:py-16">
      {group.cover ? (
        <Picture
          className="aspect-2/1 w-full rounded-xl object-cover"
          picture={{ src: group.cover, alt: '' }}
          box={{ width: 768, height: 384 }}
          sizes="(min-width: 48rem) 48rem, 100vw"
          isFirst
        />
      ) : null}
      <h1 className="hd d-64" {...written}>
        {group.title}
      </h1>
      <p className="flex items-center gap-2 text-ink-2">
        <UsersRound aria-hidden="true" size={20} />
        {t('members', { count: group.member_count })}
      </p>
      {group.description ? (
        <p className="lead whitespace-pre-line" {...written}>
          {group.description}
        </p>
      ) : null}
      <a className="btn btn-primary btn-lg" href={paths.groupHome(group.slug, undefined, '1')}>
        {t('joinPublic')}
      </a>
    </main>
  );
}
