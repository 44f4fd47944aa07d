import type { BlockDefinitions } from '#base/shared/blocks.ts';
import { callToAction, hero, quote } from './components/opening-blocks.tsx';
import { faq, pricing, stats, testimonials } from './components/proof-blocks.tsx';
import { card, columns, picture, richText } from './components/text-blocks.tsx';

/** What every page may be built of, in the order the builder offers it. */
export const blocks: BlockDefinitions = {
  Hero: hero,
  RichText: richText,
  Picture: picture,
  Columns: columns,
  Card: card,
  Stats: stats,
  Quote: quote,
  Testimonials: testimonials,
  Pricing: pricing,
  Faq: faq,
  CallToAction: callToAction,
};
