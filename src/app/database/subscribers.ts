import type { Subscriber } from '#base/server/event-dispatcher.ts';
import { subscribers as webhooks } from '#features/developers/webhooks/subscribers.ts';
import { subscribers as notifications } from '#features/platform/notifications/subscribers.ts';

/** Who is handed domain events, over all features. */
export const subscribers: readonly Subscriber[] = [...notifications, ...webhooks];
