import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { Select } from '#ui/fields/select.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { Card } from '#ui/layout/section.tsx';
import { channelKeys, ownPreferences, savePreferences } from '../data.ts';
import { type Digest, defaultPreferences, digests, type NotificationPreferences } from '../rules.ts';
import { ChannelTable } from './channel-table.tsx';

const EVENING = '22:00';
const MORNING = '07:00';
const HALF_HOURS = Array.from({ length: 48 }, (_, at) => `${String(at >> 1).padStart(2, '0')}:${at % 2 ? '30' : '00'}`);

/** Options of every half hour in the reader's locale, plus stored times in between. */
function timesOf(locale: string, stored: readonly (string | null)[]) {
  const format = dateFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  const all = new Set([...HALF_HOURS, ...stored.filter((time) => time !== null)]);
  return [...all].sort().map((id) => ({ id, label: format.format(new Date(`2026-01-01T${id}:00Z`)) }));
}

const zoneOfDevice = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const zoneInWords = (zone: string) => zone.replaceAll('_', ' ');

/** Form of the notification preferences: channels, mail digest and quiet hours. */
export function PreferencesForm({ userId }: { userId: string }) {
  const db = useDb();
  const { account_id } = useAccount();
  const preferences = useQuery(ownPreferences(db, account_id, userId));
  if (preferences.isError && !preferences.data) {
    return <ErrorState onRetry={() => void preferences.refetch()} isRetrying={preferences.isFetching} />;
  }
  if (!preferences.data) return <SkeletonList rows={6} hasMedia={false} />;
  const { isStored, ...saved } = preferences.data;
  return <Fields userId={userId} saved={isStored ? saved : { ...defaultPreferences, time_zone: zoneOfDevice() }} />;
}

function Fields({ userId, saved }: { userId: string; saved: NotificationPreferences }) {
  const { t } = useTranslation('notifications');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft<NotificationPreferences>({
    saved,
    validate: ({ quiet_from, quiet_until }) => ({
      quiet_until: quiet_from !== null && quiet_from === quiet_until ? t('quiet.same') : undefined,
    }),
    labels: {
      no_app: t('ways.app'),
      no_email: t('ways.email'),
      no_push: t('ways.push'),
      email_rhythm: t('rhythm.title'),
      quiet_from: t('quiet.title'),
      quiet_until: t('quiet.title'),
      time_zone: t('quiet.zoneLabel'),
    },
  });
  const { values } = draft;
  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      await savePreferences(db, account_id, userId, values);
      draft.accept();
    },
    {
      form: draft,
      invalidates: [channelKeys.preferences(account_id, userId)],
      done: () => t('ways.saved'),
    },
  );

  function setWays(next: NotificationPreferences) {
    draft.set('no_app', next.no_app);
    draft.set('no_email', next.no_email);
    draft.set('no_push', next.no_push);
  }

  return (
    <Form onSubmit={() => void save()} problem={problem} label={t('ways.title')}>
      <Card title={t('ways.title')} sentence={t('ways.sentence')}>
        <ChannelTable preferences={values} onChange={setWays} />
      </Card>
      <DigestCard draft={draft} />
      <QuietHours draft={draft} />
      <SaveBar changed={[...new Set(draft.changed)]} isSaving={isBusy} onDiscard={draft.discard} />
      <UnsavedGuard changed={draft.changed} />
    </Form>
  );
}

/** When the mail digest is sent. */
function DigestCard({ draft }: { draft: Draft<NotificationPreferences> }) {
  const { t } = useTranslation('notifications');
  return (
    <Card title={t('rhythm.title')} sentence={t('rhythm.sentence')}>
      <RadioGroup
        label={t('rhythm.when')}
        orientation="vertical"
        value={draft.values.email_rhythm}
        onChange={(rhythm) => draft.set('email_rhythm', rhythm as Digest)}
        options={digests.map((id) => ({ id, label: t(`rhythm.${id}`), description: t(`rhythm.${id}Text`) }))}
      />
    </Card>
  );
}

/** The switch and span of the quiet hours, and the time zone they are read in. */
function QuietHours({ draft }: { draft: Draft<NotificationPreferences> }) {
  const { t } = useTranslation('notifications');
  const { locale } = useLocale();
  const { member } = useMembership();
  const { values } = draft;
  // The time zone of the member's profile takes precedence.
  const zone = member?.time_zone ?? values.time_zone;
  const deviceZone = zoneOfDevice();
  const isQuiet = values.quiet_from !== null;
  const times = timesOf(locale, [values.quiet_from, values.quiet_until]);
  return (
    <Card title={t('quiet.title')} sentence={t('quiet.sentence')}>
      <div className="grid gap-4">
        <Switch
          isSelected={isQuiet}
          onChange={(on) => {
            draft.set('quiet_from', on ? EVENING : null);
            draft.set('quiet_until', on ? MORNING : null);
          }}
        >
          {t('quiet.on')}
        </Switch>
        {isQuiet ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label={t('quiet.from')}
              options={times}
              value={values.quiet_from}
              onChange={(time) => draft.set('quiet_from', time)}
            />
            <Select
              label={t('quiet.until')}
              options={times}
              value={values.quiet_until}
              onChange={(time) => draft.set('quiet_until', time)}
              errorMessage={draft.errors.quiet_until}
            />
          </div>
        ) : null}
        <p className="help">
          {t('quiet.zone', { zone: zoneInWords(zone) })}{' '}
          {member ? <TextLink href={paths.profile()}>{t('quiet.changeZone')}</TextLink> : null}
        </p>
        {member?.time_zone || zone === deviceZone ? null : (
          <div>
            <Button size="sm" onPress={() => draft.set('time_zone', deviceZone)}>
              {t('quiet.useZone', { zone: zoneInWords(deviceZone) })}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
