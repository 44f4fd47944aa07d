import { Users } from 'lucide-react';
import { dataOf } from '#base/shared/db-client.ts';
import {
  type Background,
  BlockHead,
  Buttons,
  type ButtonValue,
  backgroundField,
  buttonsField,
  ItemHeading,
  PageSection,
} from '#features/content/blocks/components/page-section.tsx';
import { type BlockDefinitions, block } from '#features/content/blocks/rules.ts';
import { responsiveStylesOf } from '#features/content/blocks/styles/rules.ts';
import { Picture } from '#ui/display/picture.tsx';

type Shown = { id: string; title: string; description: string; cover: string | null };
type Values = { title: string; text: string; most: number; buttons: ButtonValue[]; ground: Background };

/** Lists the account's public groups; private ones are never included. */
const groupList = block<Values, Shown[]>({
  strings: 'blocks',
  group: 'lists',
  isUnavailable: true,
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    most: { kind: 'number', least: 1, most: 24 },
    buttons: buttonsField,
    ...responsiveStylesOf('titleSize', 'ratio', 'gap', 'flow', 'buttonWidth'),
    ground: backgroundField,
  },
  defaults: {
    title: 'Learn beside others',
    text: '',
    most: 6,
    buttons: [{ label: 'Create an account to join', href: '/signup', look: 'primary' }],
    ground: 'paper',
  },
  load: async (db, accountId, { most: max }) =>
    dataOf(
      await db
        .from('groups')
        .select('id, title, description, cover')
        .eq('account_id', accountId)
        .eq('visibility', 'public')
        .order('title')
        .limit(max),
    ),
  isEmpty: (_, groups) => !groups?.length,
  render: ({ values, data, isFirst }) => <GroupList values={values} groups={data ?? []} isFirst={isFirst} />,
});

function GroupList({ values, groups, isFirst }: { values: Values; groups: Shown[]; isFirst: boolean }) {
  return (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <ul className="cards cards-grid">
        {groups.map((group) => (
          <li key={group.id} className={group.cover ? undefined : 'is-plain'}>
            {group.cover ? (
              <Picture
                className="cover"
                picture={{ src: group.cover, alt: '' }}
                sizes="(min-width: 64rem) 24rem, 100vw"
              />
            ) : (
              <Users aria-hidden="true" size={24} strokeWidth={1.75} />
            )}
            <ItemHeading under={values.title} isFirst={isFirst} className="hd d-24">
              {group.title}
            </ItemHeading>
            <p>{group.description}</p>
          </li>
        ))}
      </ul>
      <Buttons buttons={values.buttons} />
    </PageSection>
  );
}

export const blocks: BlockDefinitions = { GroupList: groupList };
