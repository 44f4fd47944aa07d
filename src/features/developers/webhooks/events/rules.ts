import { z } from 'zod';
import { type EventDefinition, fact } from '#base/shared/event-catalogue.ts';

const member = {
  id: '0198a5c0-0000-7000-8000-000000000001',
  name: 'Mia Lang',
  email: 'mia@example.org',
  role: 'student',
};
const course = { id: '0198a5c0-0000-7000-8000-000000000002', title: 'Light and shadow', slug: 'light-and-shadow' };
const at = '2026-11-21T16:40:54.120Z';
const enrolment = {
  enrolment_id: '0198a5c0-0000-7000-8000-000000000003',
  status: 'active',
  source: 'order',
  expires_at: null,
  completed_at: null,
  member,
  course,
};
const attempt = {
  attempt_id: '0198a5c0-0000-7000-8000-000000000004',
  number: 1,
  score: 8,
  points: 10,
  pass_mark: 60,
  submitted_at: at,
  member,
  course,
  quiz: { id: '0198a5c0-0000-7000-8000-000000000005', title: 'What you know of light' },
};
const submission = {
  submission_id: '0198a5c0-0000-7000-8000-000000000014',
  number: 1,
  submitted_at: at,
  late_units: 0,
  member,
  course,
  assignment: { id: '0198a5c0-0000-7000-8000-000000000015', title: 'Proof one picture' },
};
const order = {
  id: '0198a5c0-0000-7000-8000-000000000006',
  number: 1001,
  currency: 'EUR',
  subtotal: 12_000,
  discount: 0,
  tax: 0,
  total: 12_000,
  coupon: null,
  provider: 'offline',
  customer: { member_id: member.id, name: member.name, email: member.email },
  placed_at: at,
  paid_at: null,
  items: [
    {
      product_id: '0198a5c0-0000-7000-8000-000000000007',
      title: course.title,
      type: 'course',
      quantity: 1,
      amount: 12_000,
    },
  ],
};

const subscription = {
  subscription_id: '0198a5c0-0000-7000-8000-00000000000d',
  order_id: order.id,
  status: 'active',
  amount: 1_200,
  currency: 'EUR',
  period_end: '2026-12-21T16:40:54.120Z',
  member,
  product: { id: '0198a5c0-0000-7000-8000-000000000007', title: course.title },
};
const affiliate = {
  affiliate_id: '0198a5c0-0000-7000-8000-00000000000e',
  programme_id: '0198a5c0-0000-7000-8000-00000000000f',
  member,
};
const commission = {
  ...affiliate,
  commission_id: '0198a5c0-0000-7000-8000-000000000010',
  order_id: order.id,
  refund_id: null,
  source: 'link',
  amount: 1_200,
  currency: 'EUR',
  payable_at: '2026-12-21T16:40:54.120Z',
};
const threadPost = {
  post_id: '0198a5c0-0000-7000-8000-00000000000b',
  content: 'The second lamp is no longer made.',
  member,
  thread: {
    id: '0198a5c0-0000-7000-8000-00000000000c',
    kind: 'post',
    title: 'Five lamps we like',
    path: '/blog/five-lamps-we-like',
  },
};
const postState = { ...threadPost, parent_id: null };

/** Of events whose message reads more than the facts hold (`private.webhook_payload`); any other is a member, a course and the facts. */
const payloads: Readonly<Record<string, object>> = {
  'order.placed': { ...order, status: 'pending' },
  'order.paid': { ...order, status: 'paid', paid_at: at },
  'order.disputed': { ...order, status: 'disputed', paid_at: at },
  'order.dispute_closed': { ...order, status: 'paid', paid_at: at },
  'order.cancelled': { ...order, status: 'cancelled' },
  'order.refunded': {
    ...order,
    status: 'refunded',
    paid_at: at,
    refund: { id: '0198a5c0-0000-7000-8000-00000000000b', kind: 'refund', amount: 12_000, extent: 'whole' },
  },
  'subscription.begun': subscription,
  'subscription.renewed': subscription,
  'subscription.changed': subscription,
  'subscription.past_due': { ...subscription, status: 'past_due' },
  'subscription.paused': { ...subscription, status: 'paused' },
  'subscription.resumed': subscription,
  'subscription.cancelled': subscription,
  'subscription.ended': { ...subscription, status: 'ended' },
  'invoice.issued': {
    id: '0198a5c0-0000-7000-8000-00000000000c',
    number: 'INV-2026-0001',
    kind: 'invoice',
    order_id: order.id,
    corrects: null,
    currency: 'EUR',
    net: 12_000,
    tax: 0,
    total: 12_000,
    issued_at: at,
  },
  'affiliate.approved': affiliate,
  'commission.created': commission,
  'commission.reversed': { ...commission, refund_id: '0198a5c0-0000-7000-8000-00000000000b' },
  'payout.paid': { ...affiliate, payout_id: '0198a5c0-0000-7000-8000-000000000011', amount: 1_200, currency: 'EUR' },
  'member.joined': member,
  'member.removed': member,
  'enrolment.created': enrolment,
  'enrolment.ended': { ...enrolment, status: 'ended' },
  'lesson.completed': {
    completed_at: at,
    member,
    course,
    lesson: { id: '0198a5c0-0000-7000-8000-000000000008', title: 'The blue hour', kind: 'video' },
  },
  'course.completed': { ...enrolment, completed_at: at },
  'quiz.passed': attempt,
  'quiz.failed': { ...attempt, score: 3 },
  'assignment.submitted': submission,
  'assignment.graded': { ...submission, points: 42, out_of: 50, result: 'passed', graded_at: at },
  'post.published': {
    id: '0198a5c0-0000-7000-8000-000000000009',
    title: 'Five lamps we like',
    slug: 'five-lamps-we-like',
    excerpt: 'Small, warm and not dear.',
    categories: ['Tools'],
    tags: ['light'],
    published_at: at,
  },
  'thread.post_added': { ...postState, status: 'waiting' },
  'thread.post_shown': { ...postState, status: 'shown' },
  'thread.post_hidden': { ...postState, status: 'hidden' },
  'thread.post_edited': { ...postState, status: 'shown' },
  'thread.post_removed': { ...postState, status: 'removed', content: null },
  'thread.post_reported': { ...threadPost, reports: 1 },
};

/** An example of the message that a webhook receives for an event. */
export function exampleMessage({ type, facts }: EventDefinition): { type: string; timestamp: string; data: object } {
  return { type, timestamp: at, data: payloads[type] ?? payloadOf(facts.shape) };
}

/** As `private.webhook_payload` puts a message together: who and which course by name, everything else as the facts have it. */
function payloadOf({ member_id, course_id, ...shape }: Readonly<Record<string, unknown>>): object {
  const facts = Object.entries(shape).map(([name, kind]) => [name, exampleOf(kind)]);
  return { ...Object.fromEntries(facts), member: member_id ? member : null, course: course_id ? course : null };
}

function exampleOf(kind: unknown): unknown {
  if (kind instanceof z.ZodNullable) return exampleOf(kind.unwrap());
  if (kind instanceof z.ZodEnum) return kind.options[0];
  if (kind === fact.id) return '0198a5c0-0000-7000-8000-00000000000a';
  if (kind === fact.time) return at;
  return kind === fact.currency ? 'EUR' : 1;
}
