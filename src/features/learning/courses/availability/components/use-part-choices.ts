import { useQuery } from '@tanstack/react-query';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { useActivities } from '../../components/activities.tsx';
import type { SectionWithLessons } from '../../lessons/data.ts';
import { choicesQuery } from '../data.ts';
import type { PartChoices } from './condition-fields.tsx';

/** What conditions of a course can name, without what they are about. */
export function usePartChoices(outline: readonly SectionWithLessons[], exceptIds: readonly string[] = []): PartChoices {
  const db = useDb();
  const { account_id } = useAccount();
  const activities = useActivities();
  const { zone } = useSiteZone();
  const { data } = useQuery(choicesQuery(db, account_id));
  const lessons = outline.flatMap((section) => section.lessons).filter(({ id }) => !exceptIds.includes(id));
  return {
    lessons,
    // What the server completes has a result.
    graded: lessons.filter(({ kind }) => activities.get(kind)?.completion === 'decided-by-server'),
    courses: (data?.courses ?? []).filter(({ id }) => !exceptIds.includes(id)),
    groups: data?.groups ?? [],
    products: data?.products ?? [],
    levels: data?.levels ?? [],
    zone,
  };
}
