import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { z } from 'zod';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { IssuedFacts } from '#features/learning/certificates/components/checked-facts.tsx';
import { Fact, stateTones } from '#features/learning/certificates/components/fact.tsx';
import { paths } from '#paths';
import { Badge } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { checkOpenBadge } from '../data.ts';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { account } = context.get(siteContext);
  const id = z.uuid().safeParse(params.id);
  const badge = id.success ? await checkOpenBadge(context.get(dbContext), account.account_id, id.data) : null;
  if (!badge) throw data(null, { status: 404 });
  // What proves whose address it is stands in the signed file alone.
  const { holder, name, description, issuer, language, awarded_at, expires_at, is_certificate, state } = badge;
  return {
    id: badge.id,
    badge: { holder, name, description, issuer, language, awarded_at, expires_at, is_certificate, state },
  };
}

export const handle: RouteHandle = {
  isPublic: true,
  // Whom a holder gives the link is to see it, not whoever searches for a name.
  addressOf: ({ id }: Awaited<ReturnType<typeof loader>>) => ({ path: paths.openBadge(id), isHidden: true }),
};

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const root = matches[0]?.loaderData as { look?: { settings: { sitetitle: string } } } | undefined;
  return [{ title: [loaderData.badge.name, root?.look?.settings.sitetitle].filter(Boolean).join(' · ') }];
};

/** An Open Badge as its holder shows it: what was earned, by whom, and whether it is valid now. */
export default function PublicBadge() {
  const { id, badge } = useLoaderData<typeof loader>();
  const { t } = useTranslation(['open-badges', 'certificates']);
  const { holder, name, description, issuer, state, awarded_at, expires_at, language, is_certificate } = badge;
  return (
    <main id="content" className="wide grid max-w-3xl justify-items-start gap-2 py-10 lg:py-16">
      <img src="/pictures/open-badge.svg" alt="" width={62} height={86} />
      <p className="muted">{t(is_certificate ? 'certificate' : 'badge')}</p>
      <h1 className="hd d-48">
        <ContentText language={language ?? undefined} isApart>
          {name}
        </ContentText>
      </h1>
      {description ? (
        <p className="lead">
          <ContentText isApart>{description}</ContentText>
        </p>
      ) : null}
      <p className="mt-4">
        <Badge tone={stateTones[state]}>{t(`certificates:state.${state}`)}</Badge> {t(`check.${state}`)}
      </p>
      <dl className="mt-8 grid gap-4">
        <Fact name={t('certificates:check.holder')}>
          <ContentText isApart>{holder}</ContentText>
        </Fact>
        <IssuedFacts issuer={issuer} achieved_at={awarded_at} expires_at={expires_at} />
      </dl>
      <p className="mt-8">
        <a className="btn btn-primary" href={paths.openBadgeFile(id)} download="open-badge.json">
          {t('download')}
        </a>
      </p>
      <p className="muted">{t('check.how')}</p>
    </main>
  );
}
