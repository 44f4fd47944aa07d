import {
  type Background,
  BlockHead,
  backgroundField,
  PageSection,
} from '#features/content/blocks/components/page-section.tsx';
import { type BlockDefinitions, block } from '#features/content/blocks/rules.ts';
import { responsiveStylesOf } from '#features/content/blocks/styles/rules.ts';
import { paths } from '#paths';
import { PostTile } from './components/post-tile.tsx';
import { listCategories, newestPosts, type PostCard } from './data.ts';

type Values = {
  title: string;
  text: string;
  link: string;
  category: string;
  most: number;
  layout: 'grid' | 'first' | 'rows';
  ground: Background;
};

/** The newest posts of the blog. */
const postList = block<Values, PostCard[]>({
  strings: 'blocks',
  group: 'lists',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    link: { kind: 'text', most: 60 },
    category: {
      kind: 'pick',
      from: async (db, accountId) => (await listCategories(db, accountId)).map((name) => ({ id: name, label: name })),
    },
    most: { kind: 'number', least: 1, most: 12 },
    layout: { kind: 'choice', values: ['grid', 'first', 'rows'] },
    ...responsiveStylesOf('titleSize', 'ratio', 'gap', 'flow'),
    ground: backgroundField,
  },
  defaults: {
    title: 'From the journal',
    text: '',
    link: 'All posts',
    category: '',
    most: 3,
    layout: 'grid',
    ground: 'paper',
  },
  load: (db, accountId, { most, category }) => newestPosts(db, accountId, most, category),
  isEmpty: (_, posts) => !posts?.length,
  render: ({ values, data, isFirst }) => <PostList values={values} posts={data ?? []} isFirst={isFirst} />,
});

function PostList({ values, posts, isFirst }: { values: Values; posts: PostCard[]; isFirst: boolean }) {
  const level = values.title && !isFirst ? 3 : 2;
  const leadPosts = values.layout === 'first' ? posts.slice(0, 1) : [];
  return (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst}>
        {values.link ? (
          <a className="link" href={paths.blog()}>
            {values.link}
          </a>
        ) : null}
      </BlockHead>
      {leadPosts.map((post) => (
        <div key={post.id} className="posts-lead">
          <PostTile post={post} isLead level={level} />
        </div>
      ))}
      <div className={values.layout === 'rows' ? 'post-rows' : 'tiles tiles-even'}>
        {posts.slice(leadPosts.length).map((post) => (
          <PostTile key={post.id} post={post} level={level} />
        ))}
      </div>
    </PageSection>
  );
}

export const blocks: BlockDefinitions = { PostList: postList };
