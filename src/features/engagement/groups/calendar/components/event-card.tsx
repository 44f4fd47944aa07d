import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Link2, MapPin } from 'lucide-react';
import { useContext, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/link.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { TimeZoneContext } from '#ui/display/time-zone.ts';
import { Segmented } from '#ui/fields/segmented.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { downloadText } from '#ui/table/download-csv.ts';
import type { ListedGroup } from '../../data.ts';
import { answerEvent, eventPeopleQuery, eventsKey, type GroupEvent } from '../data.ts';
import { type EventAnswer, eventAnswers, icsOf } from '../rules.ts';

type Props = { group: ListedGroup; event: GroupEvent; isPast: boolean; onEdit: (() => void) | null };

/** An event: when and where it is, who comes, one's own answer, and the file for one's calendar. */
export function EventCard({ group, event, isPast, onEdit }: Props) {
  const { t } = useTranslation('groups');
  const { origin } = useSite();
  const titleId = useId();
  const download = () =>
    downloadText(
      `${group.slug}.ics`,
      icsOf(event, `${origin}${paths.groupHome(group.slug, 'events')}`),
      'text/calendar',
    );
  return (
    <article className="card p-4 grid gap-3" aria-labelledby={titleId}>
      <div className="grid gap-1">
        <h2 id={titleId} className="text-base font-semibold" dir="auto">
          {event.title}
        </h2>
        <EventTime event={event} />
      </div>
      <EventPlace event={event} />
      {event.description ? (
        <p className="whitespace-pre-line" dir="auto">
          {event.description}
        </p>
      ) : null}
      <EventPeople group={group} event={event} />
      <div className="row flex-wrap">
        {group.role !== null && !isPast ? <AnswerChoice group={group} event={event} /> : null}
        {isPast ? null : (
          <Button
            size="sm"
            icon={CalendarPlus}
            aria-label={t('actionOf', { action: t('events.ics'), name: event.title })}
            onPress={download}
          >
            {t('events.ics')}
          </Button>
        )}
        {onEdit ? (
          <Button
            size="sm"
            aria-label={t('actionOf', { action: t('events.edit'), name: event.title })}
            onPress={onEdit}
          >
            {t('events.edit')}
          </Button>
        ) : null}
      </div>
    </article>
  );
}

/** When it is, in the reader's own time zone. */
function EventTime({ event }: { event: GroupEvent }) {
  const { locale } = useSite();
  const timeZone = useContext(TimeZoneContext);
  const format = dateFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  return (
    <p className="text-ink-2">
      <time dateTime={event.starts_at}>{format.formatRange(new Date(event.starts_at), new Date(event.ends_at))}</time>
    </p>
  );
}

function EventPlace({ event }: { event: GroupEvent }) {
  if (!event.place && !event.link) return null;
  return (
    <div className="grid gap-1">
      {event.place ? (
        <p className="row">
          <MapPin aria-hidden="true" size={16} /> <bdi>{event.place}</bdi>
        </p>
      ) : null}
      {event.link ? (
        <p className="row min-w-0">
          <Link2 aria-hidden="true" size={16} />{' '}
          <TextLink className="cut" href={event.link} target="_blank" rel="noopener">
            <bdi>{event.link}</bdi>
          </TextLink>
        </p>
      ) : null}
    </div>
  );
}

/** The answer of a member; pressing another one changes it. */
function AnswerChoice({ group, event }: { group: ListedGroup; event: GroupEvent }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const { save, saving } = useSave((answer: EventAnswer) => answerEvent(db, event.id, answer), {
    invalidates: [eventsKey(account_id, group.id)],
    done: (_, answer) => t(`events.answered.${answer}`),
  });
  return (
    <Segmented<EventAnswer | 'none'>
      label={t('events.answerTo', { title: event.title })}
      value={saving ?? event.answer ?? 'none'}
      onChange={(answer) => answer !== 'none' && void save(answer)}
      options={eventAnswers.map((id) => ({ id, label: t(`events.answer.${id}`) }))}
    />
  );
}

/** How many come, and on request who. */
function EventPeople({ group, event }: { group: ListedGroup; event: GroupEvent }) {
  const { t } = useTranslation('groups');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid gap-3">
      <p className="row flex-wrap">
        <span className="muted">
          {t('events.going', { count: event.going_count })} · {t('events.maybe', { count: event.maybe_count })}
        </span>
        {event.going_count + event.maybe_count > 0 && group.role !== null ? (
          <Button
            size="sm"
            variant="quiet"
            aria-expanded={isOpen}
            aria-label={t('actionOf', { action: t('events.who'), name: event.title })}
            onPress={() => setOpen(!isOpen)}
          >
            {t('events.who')}
          </Button>
        ) : null}
      </p>
      {isOpen ? <PeopleList group={group} event={event} /> : null}
    </div>
  );
}

function PeopleList({ group, event }: { group: ListedGroup; event: GroupEvent }) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const { data: people } = useQuery(eventPeopleQuery(db, account_id, group.id, event.id));
  if (!people) return <SkeletonList rows={2} />;
  return (
    <ul className="grid gap-2">
      {people.map(({ member_id, user_id, name, avatar, answer }) => (
        <li key={member_id}>
          <Avatar name={name} note={t(`events.answer.${answer}`)} hueKey={user_id} sources={avatar ? [avatar] : []} />
        </li>
      ))}
    </ul>
  );
}
