import { defineFeature } from '#base/shared/feature.ts';
import { paths } from '#paths';
import { listNeeds, lists, reportNeeds, reports } from './rules.ts';

export const feature = defineFeature({
  name: 'reports',
  screens: [
    {
      path: `${paths.manageReports()}/:report?`,
      file: 'screens/report.tsx',
      parent: paths.manageReports(),
      name: 'report',
    },
    {
      path: `${paths.manageReports()}/rows/:list`,
      file: 'screens/report-rows.tsx',
      parent: paths.manageReports(),
      name: 'reportRows',
    },
    {
      path: paths.reportLetters(),
      file: 'letters/screens/scheduled-report-list.tsx',
      parent: paths.manageReports(),
      name: 'reportLetters',
      needs: ['manage_options'],
    },
    {
      path: `${paths.reports()}/:view?`,
      file: 'screens/account-reports.tsx',
      parent: paths.reports(),
      name: 'report',
      for: 'owner',
    },
  ],
  menus: [
    {
      in: 'profile',
      id: 'reports',
      href: paths.manageReports(),
      icon: 'ChartColumn',
      needs: ['manage_options', 'manage_stats'],
    },
    { in: 'owner', id: 'reports', href: paths.reports(), icon: 'ChartColumn' },
  ],
  settings: [{ id: 'sales', area: 'ecommerce', href: paths.manageReport('sales') }],
  guards: [
    ...reports
      .filter((report) => report !== 'overview')
      .map((report) => ({ href: paths.manageReport(report), needs: reportNeeds[report] })),
    ...lists.map((list) => ({ href: paths.reportRows(list), needs: listNeeds[list] })),
  ],
});
