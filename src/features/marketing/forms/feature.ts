import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'forms',
  screens: [
    { path: paths.subscribed(), file: 'screens/public-subscribed.tsx' },
    { path: paths.marketing(), file: 'screens/marketing.tsx' },
    { path: paths.forms(), file: 'screens/form-list.tsx', parent: paths.marketing(), name: 'forms' },
    { path: `${paths.forms()}/:id`, file: 'screens/form-editor.tsx', parent: paths.forms(), name: 'form' },
    {
      path: `${paths.forms()}/:id/answers`,
      file: 'screens/submission-list.tsx',
      parent: `${paths.forms()}/:id`,
      name: 'formAnswers',
    },
  ],
  menus: [
    { in: 'profile', id: 'marketing', href: paths.marketing(), icon: 'Megaphone', needs: ['manage_options'] },
    { in: 'create', id: 'newForm', href: paths.forms(), icon: 'ClipboardList', needs: ['manage_options'] },
    { in: 'create', id: 'newNotice', href: `${paths.marketing()}/`, icon: 'Megaphone', needs: ['manage_options'] },
  ],
  settings: [
    { id: 'notices', area: 'marketing', href: paths.marketing() },
    { id: 'forms', area: 'marketing', href: paths.forms() },
  ],
  notifications: ['forms'],
});
