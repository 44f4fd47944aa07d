/** The catalogue of domain events: every type that a feature records. Written by `npm run features` from the files of the features: never edited. */

import type { EventDefinition } from '#base/shared/event-catalogue.ts';
import { invoiceEvents as invoicesEvents } from './commerce/invoices/events.ts';
import { orderEvents as ordersEvents } from './commerce/orders/events.ts';
import { refundEvents as ordersRefundsEvents } from './commerce/orders/refunds/events.ts';
import { subscriptionEvents as subscriptionsEvents } from './commerce/subscriptions/events.ts';
import { postEvents as postsEvents } from './content/posts/events.ts';
import { badgeEvents as gamificationBadgesEvents } from './engagement/gamification/badges/events.ts';
import { pointEvents as gamificationPointsEvents } from './engagement/gamification/points/events.ts';
import { groupEvents as groupsJoiningEvents } from './engagement/groups/joining/events.ts';
import { messageEvents as messagesWritingEvents } from './engagement/messages/writing/events.ts';
import { threadModerationEvents as threadsModerationEvents } from './engagement/threads/moderation/events.ts';
import { threadWritingEvents as threadsWritingEvents } from './engagement/threads/writing/events.ts';
import { gradeEvents as assignmentsGradingEvents } from './learning/assignments/grading/events.ts';
import { handInEvents as assignmentsHandInEvents } from './learning/assignments/hand-in/events.ts';
import { certificateEvents as certificatesEvents } from './learning/certificates/events.ts';
import { enrolmentEvents as coursesEnrolmentsEvents } from './learning/courses/enrolments/events.ts';
import { reviewEvents as coursesReviewsEvents } from './learning/courses/reviews/events.ts';
import { attemptEvents as quizzesAttemptsEvents } from './learning/quizzes/attempts/events.ts';
import { commissionEvents as affiliatesCommissionsEvents } from './marketing/affiliates/commissions/events.ts';
import { affiliateEvents as affiliatesEvents } from './marketing/affiliates/events.ts';
import { memberEvents as membersEvents } from './platform/members/events.ts';
import { familyEvents as membersFamilyEvents } from './platform/members/family/events.ts';

// biome-ignore format: one a line
export const eventCatalogue: readonly EventDefinition[] = [
  ...membersEvents,
  ...membersFamilyEvents,
  ...threadsModerationEvents,
  ...threadsWritingEvents,
  ...groupsJoiningEvents,
  ...messagesWritingEvents,
  ...postsEvents,
  ...coursesEnrolmentsEvents,
  ...coursesReviewsEvents,
  ...assignmentsGradingEvents,
  ...assignmentsHandInEvents,
  ...quizzesAttemptsEvents,
  ...certificatesEvents,
  ...gamificationBadgesEvents,
  ...gamificationPointsEvents,
  ...ordersEvents,
  ...ordersRefundsEvents,
  ...invoicesEvents,
  ...subscriptionsEvents,
  ...affiliatesEvents,
  ...affiliatesCommissionsEvents,
];
