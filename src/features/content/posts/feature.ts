import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'posts',
  screens: [
    { path: paths.blog(), file: 'screens/public-blog.tsx' },
    { path: `${paths.blog()}/:slug`, file: 'screens/public-post.tsx' },
    { path: '/preview/post/:secret', file: 'screens/public-post-preview.tsx' },
    { path: `${paths.blog()}/rss.xml`, file: 'screens/public-rss.ts', layout: 'none' },
    { path: `${paths.blog()}/atom.xml`, file: 'screens/public-atom.ts', layout: 'none' },
    { path: paths.posts(), file: 'screens/post-list.tsx' },
    { path: paths.postComments(), file: 'comments/screens/comment-queue.tsx', parent: paths.posts(), name: 'comments' },
    { path: `${paths.posts()}/:slug`, file: 'screens/post-editor.tsx', parent: paths.posts(), name: 'postEditor' },
    {
      path: paths.newPost(),
      file: 'screens/new-post.tsx',
      parent: paths.posts(),
      name: 'newPost',
      needs: ['manage_options', 'edit_posts'],
      isOnPlatform: true,
    },
  ],
  menus: [
    { in: 'member', id: 'posts', href: paths.posts(), icon: 'Newspaper', needs: ['manage_options', 'edit_posts'] },
    { in: 'superAdmin', id: 'posts', href: paths.posts(), icon: 'Newspaper' },
    { in: 'create', id: 'newPost', href: `${paths.newPost()}/`, icon: 'Newspaper', needs: ['manage_options'] },
  ],
});
