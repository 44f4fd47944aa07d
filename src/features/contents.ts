/**
 * The table of contents: every feature by its folder (`group/name`), in order. A feature may use only those above it, in
 * code and in SQL; the group is a folder and nothing more.
 */
export const contents = [
  'platform/accounts', // who rents a site: its address, owner and features; sessions bound to it
  'platform/audit', // who did what: written once, changed never
  'platform/maintenance', // the jobs of the clock and the health of the platform
  'platform/events', // what happened: recorded once, handed to whoever subscribes
  'content/search-index', // what is found by which words: each feature contributes its records
  'platform/roles', // what a member may do
  'platform/members', // people of an account
  'developers/api-keys', // what other programs may do here: the scopes that policies ask for
  'content/media', // files of an account
  'platform/options', // an account's settings, menus, header, footer, theme
  'content/blocks', // what pages, mails and forms are built of: the model, the canvas, the library
  'platform/notifications', // the bell
  'platform/plans', // what an account may use: features, caps, meters
  'platform/domains', // the names a site is reached by: claimed, proved by records, certified
  'content/redirects', // where addresses that are gone lead
  'content/publishing', // drafts, versions, preview links, schedules and the trash of whatever is written
  'engagement/threads', // conversations about whatever has them: posts, replies, reactions, mentions, reports, moderation
  'engagement/groups', // people with something in common: who belongs, who asks, and what they write there
  'engagement/messages', // what members write to each other: direct and in groups, blocks, reports
  'content/posts', // the blog
  'content/docs', // documentation in a tree
  'learning/courses', // sections and lessons, categories, enrolments, progress
  'learning/assignments', // work that is handed in, and graded by a person
  'learning/quizzes', // questions, attempts, grades
  'learning/gradebook', // what the grades of a course make: groups, weights, grades entered by hand, the student's own
  'learning/certificates', // designs, what was issued to whom, and the page that proves it
  'learning/learner-reports', // progress, dates and results, told to learners and their parents
  'engagement/gamification', // points, levels, badges, streaks and leaderboards, earned by what happens
  'learning/open-badges', // what was earned here, signed so that others can verify it
  'engagement/activity', // what a member did, and what happened in their groups
  'commerce/tax', // who sells, and which tax applies where
  'commerce/products', // what is sold, at which price
  'commerce/coupons', // reductions and their rules
  'commerce/ledger', // moves of money as balanced transactions
  'commerce/payments', // providers, and what is paid by them: blind to what it is for
  'commerce/orders', // cart, checkout, payment
  'commerce/invoices', // numbered invoices and credit notes, frozen as they were issued
  'commerce/subscriptions', // what is paid for again and again: periods, reminders, pauses, ends
  'commerce/fulfilment', // what is delivered after the payment: goods, seats, gifts
  'commerce/shop', // the pages of what is sold
  'marketing/funnels', // where a visit came from
  'marketing/contacts', // people who may be written to, and the proof that they wish it
  'marketing/affiliates', // who recommends what is sold: programmes, links, commissions, payouts
  'marketing/forms', // what visitors fill in, and what they sent
  'platform/reports', // numbers over all of the above
  'platform/billing', // what an account pays the platform: subscriptions, invoices, opening a site
  'platform/tickets', // questions to those who run a site or the platform
  'developers/webhooks', // who is told elsewhere of what happens here
  'content/pages', // the site's pages and their blocks
  'content/search', // one box over all of them
  'platform/administration', // accounts, owners and sales as those who run the platform see them
] as const;
