import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { z } from 'zod';
import { dbContext, type RouteHandle, siteContext, wordsContext } from '#base/shared/site.ts';
import { paths } from '#paths';
import { Badge } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { IssuedFacts } from '../components/checked-facts.tsx';
import { Fact, stateTones } from '../components/fact.tsx';
import { checkCertificate } from '../data.ts';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { account } = context.get(siteContext);
  const id = z.uuid().safeParse(params.id);
  const certificate = id.success ? await checkCertificate(context.get(dbContext), account.account_id, id.data) : null;
  if (!id.success || !certificate) throw data(null, { status: 404 });
  return { id: id.data, certificate, title: context.get(wordsContext)('certificates:check.title') };
}

export const handle: RouteHandle = {
  isPublic: true,
  // Whom a holder gives the link is to see it, not whoever searches for a name.
  addressOf: ({ id }: Awaited<ReturnType<typeof loader>>) => ({ path: paths.certificate(id), isHidden: true }),
};

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const root = matches[0]?.loaderData as { look?: { settings: { sitetitle: string } } } | undefined;
  return [{ title: [loaderData.title, root?.look?.settings.sitetitle].filter(Boolean).join(' · ') }];
};

/** Proves a certificate to whoever has its address: whose it is, of what, and whether it is valid now. */
export default function PublicCertificate() {
  const { certificate, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation('certificates');
  const { holder, course, issuer, state, achieved_at, expires_at, language } = certificate;
  return (
    <main id="content" className="wide grid max-w-3xl justify-items-start gap-2 py-10 lg:py-16">
      <h1 className="hd d-48">{title}</h1>
      <p className="mt-4">
        <Badge tone={stateTones[state]}>{t(`state.${state}`)}</Badge> {t(`check.${state}`)}
      </p>
      <dl className="mt-8 grid gap-4">
        <Fact name={t('check.holder')}>
          <ContentText isApart>{holder}</ContentText>
        </Fact>
        <Fact name={t('list.course')}>
          <ContentText language={language} isApart>
            {course}
          </ContentText>
        </Fact>
        <IssuedFacts issuer={issuer} achieved_at={achieved_at} expires_at={expires_at} />
      </dl>
    </main>
  );
}
