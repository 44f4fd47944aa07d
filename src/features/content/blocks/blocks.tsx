import { embed, html, map } from './components/embed-blocks.tsx';
import { callToAction, hero, quote } from './components/hero-blocks.tsx';
import { anchors, buttonGroup, divider, grid, linkList, section, spacer } from './components/layout-blocks.tsx';
import { cardList, features, logos, steps, team } from './components/list-blocks.tsx';
import { audio, gallery, video } from './components/media-blocks.tsx';
import { accordion, countdown, tabs } from './components/panel-blocks.tsx';
import { pricing } from './components/pricing-block.tsx';
import { faq, stats, testimonials } from './components/proof-blocks.tsx';
import { agenda, compare, contact } from './components/table-blocks.tsx';
import { card, columns, picture, richText } from './components/text-blocks.tsx';
import type { BlockDefinitions } from './rules.ts';

/** Blocks every document may use, in the order of the block library. */
export const blocks: BlockDefinitions = {
  Hero: hero,
  CallToAction: callToAction,
  ButtonGroup: buttonGroup,
  Anchors: anchors,
  LinkList: linkList,
  RichText: richText,
  Features: features,
  Steps: steps,
  CardList: cardList,
  Card: card,
  Faq: faq,
  Tabs: tabs,
  Accordion: accordion,
  Agenda: agenda,
  Contact: contact,
  Stats: stats,
  Logos: logos,
  Quote: quote,
  Testimonials: testimonials,
  Team: team,
  Pricing: pricing,
  Compare: compare,
  Countdown: countdown,
  Picture: picture,
  Gallery: gallery,
  Video: video,
  Audio: audio,
  Map: map,
  Embed: embed,
  Section: section,
  Columns: columns,
  Grid: grid,
  Spacer: spacer,
  Divider: divider,
  Html: html,
};
