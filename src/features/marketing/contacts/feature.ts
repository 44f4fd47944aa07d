import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'contacts',
  screens: [{ path: paths.contacts(), file: 'screens/contact-list.tsx', parent: paths.marketing(), name: 'contacts' }],
  settings: [{ id: 'contacts', area: 'marketing', href: paths.contacts() }],
});
