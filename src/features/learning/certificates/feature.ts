import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';

export const feature = defineFeature({
  name: 'certificates',
  screens: [
    { path: `${paths.certificate(':id')}`, file: 'screens/public-certificate.tsx' },
    { path: paths.myCertificates(), file: 'screens/my-certificates.tsx', feature: 'certificates' },
    {
      path: paths.certificates(),
      file: 'screens/designer.tsx',
      layout: 'feature-list',
      parent: paths.elearning(),
      name: 'certificates',
      tab: 3,
      feature: 'certificates',
      needs: ['manage_options'],
    },
    {
      path: `${paths.certificates()}/courses`,
      file: 'screens/course-certificates.tsx',
      layout: 'feature-list',
      parent: paths.certificates(),
      name: 'courseCertificates',
      feature: 'certificates',
      needs: ['manage_options'],
    },
    {
      path: `${paths.certificates()}/issued`,
      file: 'screens/issued-certificates.tsx',
      layout: 'feature-list',
      parent: paths.certificates(),
      name: 'issuedCertificates',
      feature: 'certificates',
      needs: ['manage_options'],
    },
  ],
  menus: [{ in: 'member', id: 'certificates', href: paths.myCertificates(), icon: 'Award', feature: 'certificates' }],
  settings: [{ id: 'certificates', area: 'elearning', href: paths.certificates() }],
});
