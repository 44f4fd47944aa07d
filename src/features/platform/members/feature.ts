import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'members',
  screens: [
    { path: '/members/:slug', file: 'screens/public-member.tsx' },
    { path: paths.login(), file: 'screens/public-login.tsx', layout: 'none' },
    { path: paths.signUp(), file: 'screens/public-sign-up.tsx', layout: 'none' },
    { path: '/members/invitation', file: 'screens/public-invitation.tsx', layout: 'none' },
    { path: '/signup/confirm', file: 'screens/public-confirm.tsx', layout: 'none' },
    { path: '/login/set-up', file: 'screens/public-set-up.tsx', layout: 'none' },
    { path: paths.resetPassword(), file: 'screens/public-reset-password.tsx', layout: 'none' },
    { path: paths.profile(), file: 'screens/profile.tsx' },
    { path: paths.users(), file: 'screens/member-list.tsx' },
    {
      path: `${paths.manage()}/user`,
      file: 'screens/member-list.tsx',
      id: 'member-list-by-its-short-name',
      parent: paths.manage(),
      name: 'users',
      isAlias: true,
    },
    { path: paths.invitations(), file: 'screens/invitation-list.tsx', parent: paths.users(), name: 'invitations' },
    { path: paths.memberFields(), file: 'screens/field-list.tsx', parent: paths.users(), name: 'fields' },
    { path: paths.importMembers(), file: 'screens/import-members.tsx', parent: paths.users(), name: 'import' },
    { path: paths.roles(), file: 'screens/role-list.tsx', parent: paths.users(), name: 'roles' },
  ],
  menus: [
    { in: 'profile', id: 'users', href: paths.users(), icon: 'Users', needs: ['manage_options', 'manage_members'] },
    { in: 'owner', id: 'profile', href: paths.profile(), icon: 'UserPen' },
    { in: 'common', id: 'profile', href: paths.profile(), icon: 'UserPen' },
  ],
  settings: [
    { id: 'users', area: 'users', href: paths.users() },
    { id: 'roles', area: 'users', href: paths.roles() },
    { id: 'invitations', area: 'users', href: paths.invitations() },
    { id: 'fields', area: 'users', href: paths.memberFields() },
    { id: 'import', area: 'users', href: paths.importMembers() },
    { id: 'profile', area: 'users', href: paths.profile() },
  ],
  scopes: ['members:read'],
});
