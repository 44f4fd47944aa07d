import { Award } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { paths } from '#paths';
import { Avatar } from '#ui/display/avatar.tsx';
import { ContentText, useContentAttributes } from '#ui/display/content-language.tsx';
import { AnswerText } from '../components/field-value.tsx';
import { type CardBadge, listCardBadges, publicCard } from '../data.ts';
import { listAnswers, listFields } from '../fields/data.ts';

export const handle: RouteHandle = { isPublic: true };

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { account, origin } = context.get(siteContext);
  const card = await publicCard(context.get(dbContext), account.account_id, params.slug ?? '');
  if (!card) throw data(null, { status: 404 });
  const db = context.get(dbContext);
  const fields = (await listFields(db, account.account_id)).filter(({ visibility }) => visibility === 'everyone');
  const answers = fields.length > 0 ? await listAnswers(db, account.account_id, card.id) : {};
  return {
    card,
    origin,
    badges: await listCardBadges(db, account.account_id, card.id),
    facts: fields.flatMap((field) => (answers[field.id] ? [{ field, value: answers[field.id] ?? '' }] : [])),
  };
}

type RootData = { look?: { settings?: { sitetitle?: string } } };

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) => {
  if (!loaderData) return [];
  const { card, origin } = loaderData;
  const site = (matches[0]?.loaderData as RootData | undefined)?.look?.settings?.sitetitle;
  const image = card.avatar ? new URL(card.avatar, origin).href : undefined;
  return [
    { title: [card.name, site].filter(Boolean).join(' · ') },
    { name: 'description', content: card.bio },
    { property: 'og:type', content: 'profile' },
    ...(image ? [{ property: 'og:image', content: image }] : []),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'Person',
        name: card.name,
        url: origin + paths.memberCard(card.slug),
        ...(card.bio ? { description: card.bio } : {}),
        ...(image ? { image } : {}),
      },
    },
  ];
};

/** A member's public profile, if they have made it public. */
export default function PublicMember() {
  const { card, facts, badges } = useLoaderData<typeof loader>();
  const bioAttributes = useContentAttributes();
  return (
    <main id="content" className="wide grid max-w-3xl justify-items-start gap-6 py-10 lg:py-16">
      <Avatar
        name={card.name}
        hueKey={card.id}
        size={96}
        variant="avatarOnly"
        sources={card.avatar ? [card.avatar] : []}
      />
      <h1 className="hd d-64" dir="auto">
        {card.name}
      </h1>
      {card.bio ? (
        <p className="lead whitespace-pre-line" {...bioAttributes}>
          {card.bio}
        </p>
      ) : null}
      {facts.length > 0 ? (
        <dl className="grid gap-3">
          {facts.map(({ field, value }) => (
            <div key={field.id}>
              <dt className="muted">{field.label}</dt>
              <dd dir="auto">
                <AnswerText field={field} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <CardBadges badges={badges} />
    </main>
  );
}

function CardBadges({ badges }: { badges: readonly CardBadge[] }) {
  const { t } = useTranslation('members');
  if (badges.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-3" aria-label={t('cardBadges')}>
      {badges.map(({ id, name, description, language, open_badge_id }) => (
        <li key={id} className="flex items-center gap-2 rounded-(--radius-box) border border-line px-4 py-2">
          <Award aria-hidden="true" size={20} className="shrink-0 text-primary" />
          <span>
            <b className="font-medium">
              <BadgeName name={name} language={language} href={open_badge_id && paths.openBadge(open_badge_id)} />
            </b>
            {description ? (
              <span className="muted block">
                <bdi>{description}</bdi>
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

function BadgeName({ name, language, href }: { name: string; language: string | null; href: string | null }) {
  const text = (
    <ContentText language={language ?? undefined} isApart>
      {name}
    </ContentText>
  );
  return href ? (
    <a className="link" href={href}>
      {text}
    </a>
  ) : (
    text
  );
}
