/**
 * The address book: every URL of the product as a typed function. Imports nothing.
 */
const q = (parameters: Record<string, string | undefined>) => {
  const query = new URLSearchParams(
    Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  return query.size > 0 ? `?${query}` : '';
};

export const paths = {
  // Public site
  home: () => '/',
  page: (slug: string) => `/${slug}`,
  blog: (filters: { category?: string; page?: string } = {}) => `/blog${q(filters)}`,
  post: (slug: string) => `/blog/${slug}`,
  courses: (
    filters: { category?: string; level?: string; price?: string; sort?: string; page?: string; q?: string } = {},
  ) => `/course${q(filters)}`,
  course: (slug: string) => `/course/${slug}`,
  previewLesson: (course: string, lesson: string) => `/course/${course}?lesson=${lesson}`,
  courseCategory: (slug: string) => `/course/category/${slug}`,
  memberCard: (slug: string) => `/members/${slug}`,
  about: () => '/about',
  docs: () => '/docs',
  search: (term?: string) => `/search${q({ q: term })}`,
  login: (redirectedFrom?: string) => `/login${q({ redirectedFrom })}`,
  signUp: (redirectedFrom?: string) => `/signup${q({ redirectedFrom })}`,
  resetPassword: () => '/login/reset-password',
  checkout: (add?: string) => `/checkout${q({ add })}`,
  thankYou: (order?: string) => `/thankyou${q({ order })}`,
  subscribed: () => '/subscribed',

  // Dashboard
  dashboard: () => '/dashboard',
  activity: () => '/dashboard/activity',
  meetings: () => '/dashboard/meetings',
  messages: () => '/dashboard/messages',
  notifications: () => '/dashboard/notifications',
  myCourses: () => '/dashboard/courses',
  player: (course: string, lesson?: string) => `/dashboard/courses/${course}${q({ lesson })}`,
  instructor: () => '/dashboard/instructor',
  newCourse: () => '/dashboard/instructor/new',
  editCourse: (slug: string) => `/dashboard/course/${slug}`,
  quizzes: () => '/dashboard/instructor/quizzes',
  questionBank: () => '/dashboard/instructor/quizzes/bank',
  editQuiz: (id: string, question?: string) => `/dashboard/instructor/quizzes/${id}${q({ question })}`,
  tryQuiz: (id: string) => `/dashboard/instructor/quizzes/${id}/try`,
  groups: () => '/dashboard/groups',
  bookings: () => '/dashboard/bookings',
  appointments: () => '/dashboard/appointments',
  pages: () => '/dashboard/pages',
  editPage: (slug: string) => `/dashboard/pages/${slug}`,
  posts: () => '/dashboard/posts',
  newPost: () => '/dashboard/post',
  editPost: (slug: string) => `/dashboard/posts/${slug}`,
  orders: () => '/dashboard/orders',
  profile: () => '/dashboard/profile',
  tickets: () => '/dashboard/tickets',
  manage: () => '/dashboard/manage',
  site: () => '/dashboard/manage/site',
  theme: () => '/dashboard/manage/site/theme',
  header: () => '/dashboard/manage/site/header',
  footer: () => '/dashboard/manage/site/footer',
  users: () => '/dashboard/manage/users',
  media: () => '/dashboard/manage/media',
  ecommerce: () => '/dashboard/manage/ecommerce',
  product: (id: string) => `/dashboard/manage/ecommerce/products/${id}`,
  manageOrders: () => '/dashboard/manage/ecommerce/orders',
  coupons: () => '/dashboard/manage/ecommerce/coupons',
  payment: () => '/dashboard/manage/ecommerce/payment',
  memberships: () => '/dashboard/manage/ecommerce/memberships',
  elearning: () => '/dashboard/manage/elearning',
  courseCategories: () => '/dashboard/manage/elearning/caetgory',
  manageAppointments: () => '/dashboard/manage/appointments',
  marketing: () => '/dashboard/manage/marketing',

  // Calls
  log: () => '/api/log',
  accountDefaults: () => '/api/account/defaults',
  isSiteOwner: () => '/api/account/isSiteOwner',
  revalidateCache: () => '/api/site/revalidateCache',
  invalidateCache: () => '/api/site/invalidateCache',
  emailById: () => '/api/users/getUserEmailById',
  startFunnel: () => '/api/funnel/start',
  handoff: () => '/api/session/handoff',
  beginHandoff: (code: string) => `/login/handoff${q({ code })}`,
  placeOrder: () => '/api/orders/checkout',
} as const;
