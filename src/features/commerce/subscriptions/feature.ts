import { defineFeature } from '#base/shared/feature.ts';

export const feature = defineFeature({ name: 'subscriptions' });
