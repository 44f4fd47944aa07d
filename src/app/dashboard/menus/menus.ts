import {
  Activity,
  BarChart3,
  Bell,
  BookOpen,
  Boxes,
  CalendarCheck,
  CalendarClock,
  CalendarDays,
  ClipboardList,
  Clock,
  CreditCard,
  FileText,
  GitBranch,
  Globe,
  GraduationCap,
  Image,
  LayoutDashboard,
  LibraryBig,
  LifeBuoy,
  type LucideIcon,
  Mail,
  Megaphone,
  MessagesSquare,
  Newspaper,
  Package,
  PanelTop,
  Presentation,
  Puzzle,
  ReceiptText,
  Rocket,
  Share2,
  ShoppingBag,
  SlidersHorizontal,
  SquareUser,
  UserPen,
  Users,
  UsersRound,
  Video,
  Wallet,
  Webhook,
  Workflow,
} from 'lucide-react';
import type { Capability } from '#base/browser/member.ts';
import { listNeeds, lists, reportNeeds, reports } from '#features/platform/reports/rules.ts';
import { paths } from '#paths';

/** A menu entry: its address and who sees it. Its label is `menu.{id}` of the dashboard's texts. */
export type MenuEntry = {
  id: string;
  href: string;
  icon: LucideIcon;
  /** The account needs this feature. */
  feature?: string;
  /** The role needs one of these capabilities, also to open the address. */
  needs?: readonly Capability[];
  /** Hidden from roles with this capability. */
  unless?: Capability;
  /** Its screen is not built yet: hidden everywhere. */
  isOff?: true;
};

/** Member menu (specification, section 2). */
export const memberMenu: readonly MenuEntry[] = [
  { id: 'dashboard', href: paths.dashboard(), icon: LayoutDashboard },
  { id: 'activity', href: paths.activity(), icon: Activity, isOff: true },
  { id: 'meetings', href: paths.meetings(), icon: Video, isOff: true },
  { id: 'messages', href: paths.messages(), icon: MessagesSquare, isOff: true },
  { id: 'courses', href: paths.myCourses(), icon: GraduationCap, feature: 'lms' },
  { id: 'groups', href: paths.groups(), icon: UsersRound, feature: 'groups', isOff: true },
  { id: 'bookings', href: paths.bookings(), icon: CalendarCheck, feature: 'appointments', isOff: true },
  { id: 'appointments', href: paths.appointments(), icon: CalendarClock, feature: 'appointments', isOff: true },
  {
    id: 'instructor',
    href: paths.instructor(),
    icon: Presentation,
    feature: 'lms',
    needs: ['create_courses', 'manage_options'],
  },
  { id: 'pages', href: paths.pages(), icon: FileText, needs: ['manage_options'] },
  { id: 'posts', href: paths.posts(), icon: Newspaper, needs: ['manage_options', 'edit_posts'] },
  { id: 'docs', href: paths.manageDocs(), icon: LibraryBig, needs: ['manage_options'] },
  { id: 'orders', href: paths.orders(), icon: ReceiptText, unless: 'manage_options' },
];

const manage = ['manage_options'] as const;

/** Profile menu, for `manage_options`. */
export const profileMenu: readonly MenuEntry[] = [
  { id: 'site', href: paths.site(), icon: Globe, needs: manage },
  { id: 'users', href: paths.users(), icon: Users, needs: ['manage_options', 'manage_members'] },
  { id: 'media', href: paths.media(), icon: Image, needs: manage },
  { id: 'ecommerce', href: paths.ecommerce(), icon: ShoppingBag, needs: ['manage_options', 'manage_shop'] },
  { id: 'elearning', href: paths.elearning(), icon: BookOpen, feature: 'lms', needs: manage },
  { id: 'manageAppointments', href: paths.manageAppointments(), icon: CalendarDays, needs: manage, isOff: true },
  { id: 'marketing', href: paths.marketing(), icon: Megaphone, needs: manage },
  { id: 'reports', href: paths.manageReports(), icon: BarChart3, needs: ['manage_options', 'manage_stats'] },
  { id: 'developers', href: paths.webhooks(), icon: Webhook, needs: manage },
  { id: 'manage', href: paths.manage(), icon: SlidersHorizontal, needs: manage },
];

/** Account owner menu, on the platform's host. */
export const ownerMenu: readonly MenuEntry[] = [
  { id: 'dashboard', href: paths.dashboard(), icon: LayoutDashboard },
  { id: 'notifications', href: paths.notifications(), icon: Bell },
  { id: 'billing', href: paths.billing(), icon: CreditCard },
  { id: 'app', href: paths.app(), icon: PanelTop },
  { id: 'setup', href: paths.setup(), icon: Rocket },
  { id: 'addons', href: paths.addons(), icon: Puzzle },
  { id: 'reports', href: paths.reports(), icon: BarChart3 },
  { id: 'support', href: paths.tickets(), icon: LifeBuoy },
  { id: 'profile', href: paths.profile(), icon: UserPen },
];

/** Screens of account owners that an account's own dashboard does not have. */
export const ownersAddresses = [paths.billing(), paths.app(), paths.setup(), paths.addons(), paths.reports()];

/** Super-admin menu, on the platform's host. */
export const superAdminMenu: readonly MenuEntry[] = [
  { id: 'dashboard', href: paths.dashboard(), icon: LayoutDashboard },
  { id: 'notifications', href: paths.notifications(), icon: Bell },
  { id: 'accounts', href: paths.accounts(), icon: Boxes },
  { id: 'owners', href: paths.accountOwners(), icon: SquareUser },
  { id: 'pages', href: paths.pages(), icon: FileText },
  { id: 'posts', href: paths.posts(), icon: Newspaper },
  { id: 'docs', href: paths.manageDocs(), icon: LibraryBig },
  { id: 'tickets', href: paths.tickets(), icon: LifeBuoy },
  { id: 'customers', href: paths.billingCustomers(), icon: Users },
  { id: 'subscriptions', href: paths.billingSubscriptions(), icon: Wallet },
  { id: 'billingProducts', href: paths.billingProducts(), icon: Package },
  { id: 'billingOrders', href: paths.billingOrders(), icon: ReceiptText },
  { id: 'crons', href: paths.crons(), icon: Clock },
];

/** Addresses below these are for super-admins, on the platform's host. */
export const superAdminAddresses: readonly string[] = [
  paths.accounts(),
  paths.billingCustomers(),
  paths.billingSubscriptions(),
  paths.billingProducts(),
  paths.billingOrders(),
  '/dashboard/maintenance',
];

/** Addresses of an account's dashboard that are open to super-admins on the platform's host, too. */
export const superAdminPlaces: readonly string[] = [paths.newPost()];

const makesCourses = ['manage_options', 'edit_posts'] as const;

/** Quick-create, by the specification’s addresses to the letter: everything for `manage_options`, course and quiz for `edit_posts`, nothing for anybody else. */
export const quickCreateMenu: readonly MenuEntry[] = [
  { id: 'newPage', href: `${paths.pages()}/`, icon: FileText, needs: manage },
  { id: 'newPost', href: `${paths.newPost()}/`, icon: Newspaper, needs: manage },
  { id: 'newCourse', href: paths.newCourse(), icon: GraduationCap, feature: 'lms', needs: makesCourses },
  { id: 'newQuiz', href: paths.quizzes(), icon: ClipboardList, feature: 'lms', needs: makesCourses },
  { id: 'newAttachment', href: '/dashboard/media', icon: Image, needs: manage },
  { id: 'newProduct', href: paths.ecommerce(), icon: ShoppingBag, needs: manage },
  { id: 'newMembership', href: paths.memberships(), icon: Wallet, needs: manage },
  { id: 'newForm', href: '/dashboard/manage/marketing/forms', icon: ClipboardList, needs: manage },
  { id: 'newPopup', href: '/dashboard/manage/marketing/popups', icon: PanelTop, needs: manage, isOff: true },
  { id: 'newAffiliate', href: '/dashboard/manage/marketing/affiliates', icon: Share2, needs: manage, isOff: true },
  { id: 'newCampaign', href: '/dashboard/manage/marketing/emails', icon: Mail, needs: manage, isOff: true },
  { id: 'newContact', href: '/dashboard/manage/marketing/emails', icon: SquareUser, needs: manage, isOff: true },
  { id: 'newNotice', href: `${paths.marketing()}/`, icon: Megaphone, needs: manage },
  { id: 'newFunnel', href: '/dashboard/manage/marketing/funnels', icon: GitBranch, needs: manage, isOff: true },
  { id: 'newAutomation', href: '/dashboard/manage/marketing/automations', icon: Workflow, needs: manage, isOff: true },
];

/** Screens for everybody that are in no menu: linked by the bell, the user's own menu and help. */
export const commonPlaces: readonly MenuEntry[] = [
  { id: 'notifications', href: paths.notifications(), icon: Bell },
  { id: 'profile', href: paths.profile(), icon: UserPen },
  { id: 'support', href: paths.tickets(), icon: LifeBuoy },
];

/** Addresses in no menu, with what they need. */
export const guardedAddresses: readonly Pick<MenuEntry, 'href' | 'needs' | 'feature'>[] = [
  { href: '/dashboard/course', feature: 'lms', needs: ['create_courses', 'manage_options'] },
  { href: paths.newPost(), needs: makesCourses },
  { href: paths.manageDocs(), needs: manage },
  { href: '/dashboard/media', needs: manage },
  { href: paths.reportLetters(), needs: manage },
  ...reports
    .filter((report) => report !== 'overview')
    .map((report) => ({ href: paths.manageReport(report), needs: reportNeeds[report] })),
  ...lists.map((list) => ({ href: paths.reportRows(list), needs: listNeeds[list] })),
];
