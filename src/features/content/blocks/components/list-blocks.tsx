import { safeUrl } from '#base/shared/addresses.ts';
import type { PictureValue } from '#base/shared/pictures.ts';
import { Picture } from '#ui/display/picture.tsx';
import { block } from '../rules.ts';
import { responsiveStylesOf } from '../styles/rules.ts';
import { BlockIcon, blockIcons } from './block-icon.tsx';
import {
  type Background,
  BlockHead,
  backgroundField,
  ItemHeading,
  keyAt,
  noPicture,
  PageSection,
} from './page-section.tsx';

type Feature = { icon: string; title: string; text: string; picture: PictureValue };

/** List of features or benefits. */
export const features = block<
  { title: string; text: string; items: Feature[]; layout: 'grid' | 'list' | 'turns'; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'words',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    items: {
      kind: 'list',
      most: 12,
      titleOf: 'title',
      fields: {
        icon: { kind: 'choice', values: blockIcons },
        title: { kind: 'text', most: 120 },
        text: { kind: 'long', most: 600 },
        picture: { kind: 'picture' },
      },
    },
    layout: { kind: 'choice', values: ['grid', 'list', 'turns'] },
    ...responsiveStylesOf('titleSize', 'gap', 'flow'),
    ground: backgroundField,
  },
  defaults: {
    title: 'How a week goes here',
    text: '',
    items: [
      { icon: 'play', title: 'One lesson', text: 'Twenty minutes, once, when it suits you.', picture: noPicture },
      { icon: 'drawing', title: 'One thing to make', text: 'With what is already in the kitchen.', picture: noPicture },
      { icon: 'talk', title: 'One answer', text: 'From somebody who looked at what you made.', picture: noPicture },
    ],
    layout: 'grid',
    ground: 'paper',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <ul className={`features features-${values.layout}`}>
        {values.items.map((item, index) => (
          <li key={keyAt(index, item.title)}>
            {values.layout === 'turns' && item.picture?.src ? (
              <Picture picture={item.picture} className="cover" />
            ) : (
              <BlockIcon name={item.icon} />
            )}
            <div>
              <ItemHeading
                under={values.title}
                isFirst={isFirst}
                className={`hd ${values.layout === 'turns' ? 'd-32' : 'd-20'}`}
              >
                {item.title}
              </ItemHeading>
              <p>{item.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  ),
});

/** Logo bar; a logo without image shows its name. */
export const logos = block<
  { title: string; items: { name: string; picture: PictureValue; href: string }[]; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'proof',
  fields: {
    title: { kind: 'text', most: 120 },
    items: {
      kind: 'list',
      most: 16,
      titleOf: 'name',
      fields: { name: { kind: 'text', most: 60 }, picture: { kind: 'picture' }, href: { kind: 'address' } },
    },
    ...responsiveStylesOf('markSize', 'gap', 'flow'),
    ground: backgroundField,
  },
  defaults: {
    title: 'Where our students work now',
    items: ['Harbour Museum', 'Nordlys Press', 'Casa Abierta', 'The Weekly Almanac', 'Fjord & Field'].map((name) => ({
      name,
      picture: noPicture,
      href: '',
    })),
    ground: 'paper',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground} className="logos">
      {values.title ? (
        isFirst ? (
          <h1 className="quiet">{values.title}</h1>
        ) : (
          <p className="quiet">{values.title}</p>
        )
      ) : null}
      <ul>
        {values.items.map((item, index) => {
          const mark = item.picture?.src ? (
            <Picture picture={{ ...item.picture, alt: item.picture.alt || item.name }} />
          ) : (
            <span className="hd">{item.name}</span>
          );
          return <li key={keyAt(index, item.name)}>{item.href ? <a href={safeUrl(item.href)}>{mark}</a> : mark}</li>;
        })}
      </ul>
    </PageSection>
  ),
});

/** Numbered steps. */
export const steps = block<
  { title: string; text: string; items: { title: string; text: string }[]; layout: 'row' | 'rows'; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'words',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    items: {
      kind: 'list',
      most: 8,
      titleOf: 'title',
      fields: { title: { kind: 'text', most: 120 }, text: { kind: 'long', most: 600 } },
    },
    layout: { kind: 'choice', values: ['row', 'rows'] },
    ...responsiveStylesOf('titleSize', 'gap', 'flow'),
    ground: backgroundField,
  },
  defaults: {
    title: 'From the first evening to your own work',
    text: '',
    items: [
      { title: 'Look', text: 'Read the first lesson of any course. It is open to everyone.' },
      { title: 'Try', text: 'Make the small thing it asks for, with what you have at home.' },
      { title: 'Join', text: 'Send it in. From then on somebody writes back every week.' },
    ],
    layout: 'row',
    ground: 'soft',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <ol className={`steps steps-${values.layout}`}>
        {values.items.map((item, index) => (
          <li key={keyAt(index, item.title)}>
            <ItemHeading under={values.title} isFirst={isFirst} className="hd d-24">
              {item.title}
            </ItemHeading>
            <p>{item.text}</p>
          </li>
        ))}
      </ol>
    </PageSection>
  ),
});

type Person = { name: string; role: string; text: string; picture: PictureValue; href: string };

/** Team members. */
export const team = block<
  { title: string; text: string; people: Person[]; layout: 'portraits' | 'rows'; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'proof',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    people: {
      kind: 'list',
      most: 24,
      titleOf: 'name',
      fields: {
        name: { kind: 'text', most: 80 },
        role: { kind: 'text', most: 80 },
        text: { kind: 'long', most: 600 },
        picture: { kind: 'picture' },
        href: { kind: 'address' },
      },
    },
    layout: { kind: 'choice', values: ['portraits', 'rows'] },
    ...responsiveStylesOf('titleSize', 'ratio', 'gap', 'flow'),
    ground: backgroundField,
  },
  defaults: {
    title: 'The people who answer',
    text: '',
    people: [
      { name: 'Helena Vos', role: 'Founder', text: 'Bound books for twenty years.', picture: noPicture, href: '' },
      { name: 'Marc Okafor', role: 'Printing', text: 'Keeps the old press running.', picture: noPicture, href: '' },
      { name: 'Noor Haddad', role: 'Members', text: 'Answers before lunch.', picture: noPicture, href: '' },
    ],
    layout: 'portraits',
    ground: 'paper',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <ul className={`team team-${values.layout}`}>
        {values.people.map((person, index) => (
          <li key={keyAt(index, person.name)}>
            {person.picture?.src ? (
              <Picture picture={{ ...person.picture, alt: person.picture.alt || person.name }} className="cover" />
            ) : (
              <span className="cover team-mark hd" aria-hidden="true">
                {initialsOf(person.name)}
              </span>
            )}
            <div>
              <ItemHeading under={values.title} isFirst={isFirst} className="hd d-20">
                {person.href ? <a href={safeUrl(person.href)}>{person.name}</a> : person.name}
              </ItemHeading>
              {person.role ? <p className="quiet">{person.role}</p> : null}
              {person.text ? <p className="muted">{person.text}</p> : null}
            </div>
          </li>
        ))}
      </ul>
    </PageSection>
  ),
});

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

type Card = { picture: PictureValue; eyebrow: string; title: string; text: string; href: string };

/** Grid of cards. */
export const cardList = block<
  { title: string; text: string; cards: Card[]; layout: 'grid' | 'mosaic' | 'strip'; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'words',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    cards: {
      kind: 'list',
      most: 12,
      titleOf: 'title',
      fields: {
        picture: { kind: 'picture' },
        eyebrow: { kind: 'text', most: 60 },
        title: { kind: 'text', most: 120 },
        text: { kind: 'long', most: 600 },
        href: { kind: 'address' },
      },
    },
    layout: { kind: 'choice', values: ['grid', 'mosaic', 'strip'] },
    ...responsiveStylesOf('titleSize', 'ratio', 'gap', 'flow'),
    ground: backgroundField,
  },
  defaults: {
    title: 'Three ways in',
    text: '',
    cards: [
      {
        picture: noPicture,
        eyebrow: 'An evening',
        title: 'Drop in',
        text: 'One subject, one sitting.',
        href: '/course',
      },
      {
        picture: noPicture,
        eyebrow: 'Eight weeks',
        title: 'A course',
        text: 'From the first line to a finished work.',
        href: '/course',
      },
      {
        picture: noPicture,
        eyebrow: 'A year',
        title: 'The studio',
        text: 'Everything, and a key to the door.',
        href: '/signup',
      },
    ],
    layout: 'grid',
    ground: 'paper',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <ul className={`cards cards-${values.layout}`}>
        {values.cards.map((card, index) => (
          <li key={keyAt(index, card.title)} className={card.picture?.src ? undefined : 'is-plain'}>
            <Picture picture={card.picture} className="cover" />
            {card.eyebrow ? <p className="quiet">{card.eyebrow}</p> : null}
            <ItemHeading under={values.title} isFirst={isFirst} className="hd d-24">
              {card.href ? <a href={safeUrl(card.href)}>{card.title}</a> : card.title}
            </ItemHeading>
            {card.text ? <p>{card.text}</p> : null}
          </li>
        ))}
      </ul>
    </PageSection>
  ),
});
