import { Award, Copy, Download, Ellipsis, ExternalLink, Share2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite, useSiteBranding } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { stateTones } from '#features/learning/certificates/components/fact.tsx';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { copyText } from '#ui/overlays/copy-text.ts';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { makeOpenBadge, ownBadgesQuery, showOnCard } from '../data.ts';
import { linkedInAddress } from '../rules.ts';
import type { Earned } from '../schema.ts';

/** Something the member has earned: shared from here, once its Open Badge is made. */
export function EarnedCard({ earned }: { earned: Earned }) {
  const { t } = useTranslation(['open-badges', 'certificates']);
  const { locale } = useSite();
  const { id, name, description, language, state, awarded_at, expires_at, certificate_id } = earned;
  const day = (moment: string) => dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(moment));
  return (
    <li className="card card-pad grid content-start gap-4">
      <div className="flex items-start gap-3">
        <Award aria-hidden="true" size={24} className="mt-0.5 shrink-0 text-primary" />
        <div className="grid min-w-0 flex-1 gap-1">
          <p className="muted">{t(certificate_id ? 'certificate' : 'badge')}</p>
          <h2 className="font-semibold">
            <ContentText language={language ?? undefined} isApart>
              {name}
            </ContentText>
          </h2>
          {description ? (
            <p className="muted">
              <ContentText isApart>{description}</ContentText>
            </p>
          ) : null}
          <p className="muted">
            {t('certificates:list.date')}: {day(awarded_at)}
            {expires_at ? ` · ${t('certificates:list.validUntil')}: ${day(expires_at)}` : null}
          </p>
        </div>
        {state === 'valid' ? null : <Badge tone={stateTones[state]}>{t(`certificates:state.${state}`)}</Badge>}
      </div>
      {id ? <SharedActions earned={earned} id={id} /> : <MakeButton earned={earned} />}
    </li>
  );
}

function MakeButton({ earned }: { earned: Earned }) {
  const { t } = useTranslation('open-badges');
  const db = useDb();
  const { account_id } = useAccount();
  const { save, isSaving } = useSave(() => makeOpenBadge(db, earned), {
    invalidates: [ownBadgesQuery(db, account_id).queryKey],
    done: t('made', { name: earned.name }),
  });
  return (
    <div>
      <Button icon={Share2} isBusy={isSaving} aria-label={`${t('make')}: ${earned.name}`} onPress={() => void save()}>
        {t('make')}
      </Button>
    </div>
  );
}

function SharedActions({ earned, id }: { earned: Earned; id: string }) {
  const { t } = useTranslation(['open-badges', 'certificates']);
  const db = useDb();
  const { account_id } = useAccount();
  const { origin } = useSite();
  const { title } = useSiteBranding();
  const address = origin + paths.openBadge(id);
  const { save, isSaving } = useSave((isOn: boolean) => showOnCard(db, account_id, id, isOn), {
    invalidates: [ownBadgesQuery(db, account_id).queryKey],
  });
  const items = [
    {
      id: 'copy',
      label: t('certificates:mine.copy'),
      icon: Copy,
      onAction: () => copyText(address, t('certificates:mine.copied'), t('certificates:mine.notCopied')),
    },
    { id: 'download', label: t('download'), icon: Download, href: paths.openBadgeFile(id), target: '_blank' },
    {
      id: 'linkedin',
      label: t('linkedin'),
      icon: ExternalLink,
      href: linkedInAddress(earned, title, address),
      target: '_blank',
    },
  ];
  return (
    <div className="flex flex-wrap items-center gap-3">
      <LinkButton href={paths.openBadge(id)} target="_blank" icon={ExternalLink}>
        {t('certificates:mine.open')}
      </LinkButton>
      <MenuButton
        label={t('more', { name: earned.name })}
        groups={[{ id: 'share', items }]}
        trigger={<IconButton icon={Ellipsis} label={t('more', { name: earned.name })} />}
      />
      <Switch
        isSelected={earned.is_on_card ?? false}
        isDisabled={isSaving || earned.state !== 'valid'}
        onChange={(isOn) => void save(isOn)}
      >
        {t('onCard')}
      </Switch>
    </div>
  );
}
