import { dataOf } from '#base/shared/db-client.ts';
import {
  type Background,
  BlockHead,
  backgroundField,
  ItemHeading,
  PageSection,
} from '#features/content/blocks/components/page-section.tsx';
import { type BlockDefinitions, block } from '#features/content/blocks/rules.ts';
import { responsiveStylesOf } from '#features/content/blocks/styles/rules.ts';
import { BadgeIcon } from './components/badge-icon.tsx';
import { PublicBoard } from './components/public-board.tsx';
import { listLeaderboard } from './data.ts';
import { type Period, periods } from './rules.ts';
import type { Badge, LeaderboardRow } from './schema.ts';

type BoardValues = { title: string; text: string; period: Period; most: number; ground: Background };

/** Who earned the most, where the owner shows it to visitors. Who opted out is not in it. */
const leaderboard = block<BoardValues, LeaderboardRow[]>({
  strings: 'blocks',
  group: 'lists',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    period: { kind: 'choice', values: periods },
    most: { kind: 'number', least: 1, most: 50 },
    ...responsiveStylesOf('titleSize'),
    ground: backgroundField,
  },
  defaults: { title: 'Leaderboard', text: '', period: 'all', most: 10, ground: 'paper' },
  load: (db, accountId, { period, most: max }) => listLeaderboard(db, accountId, period, {}, max),
  isEmpty: (_, rows) => !rows?.length,
  render: ({ values, data, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <PublicBoard rows={data ?? []} label={values.title} />
    </PageSection>
  ),
});

type Shown = Pick<Badge, 'id' | 'name' | 'description' | 'icon'>;
type BadgeValues = { title: string; text: string; most: number; ground: Background };

/** What can be earned, where the owner shows it to visitors. */
const badgeList = block<BadgeValues, Shown[]>({
  strings: 'blocks',
  group: 'lists',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    most: { kind: 'number', least: 1, most: 50 },
    ...responsiveStylesOf('titleSize', 'gap', 'flow'),
    ground: backgroundField,
  },
  defaults: { title: 'Badges to earn', text: '', most: 12, ground: 'paper' },
  load: async (db, accountId, { most: max }) =>
    dataOf(
      await db
        .from('badges')
        .select('id, name, description, icon')
        .eq('account_id', accountId)
        .order('name')
        .limit(max),
    ),
  isEmpty: (_, badges) => !badges?.length,
  render: ({ values, data, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <ul className="cards cards-grid">
        {(data ?? []).map((badge) => (
          <li key={badge.id} className="is-plain">
            <BadgeIcon icon={badge.icon} size={24} />
            <ItemHeading under={values.title} isFirst={isFirst} className="hd d-24">
              {badge.name}
            </ItemHeading>
            <p>{badge.description}</p>
          </li>
        ))}
      </ul>
    </PageSection>
  ),
});

export const blocks: BlockDefinitions = { Leaderboard: leaderboard, BadgeList: badgeList };
