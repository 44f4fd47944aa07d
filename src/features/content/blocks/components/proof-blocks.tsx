import { Plus } from 'lucide-react';
import type { PictureValue } from '#base/shared/pictures.ts';
import { Picture } from '#ui/display/picture.tsx';
import { block } from '../rules.ts';
import { responsiveStylesOf } from '../styles/rules.ts';
import {
  type Background,
  backgroundField,
  Heading,
  ItemHeading,
  keyAt,
  noPicture,
  PageSection,
} from './page-section.tsx';

/** Key figures with captions. */
export const stats = block<
  { title: string; items: { value: string; text: string }[]; layout: 'beside' | 'row'; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'proof',
  fields: {
    title: { kind: 'text', most: 120 },
    items: {
      kind: 'list',
      most: 6,
      titleOf: 'value',
      fields: { value: { kind: 'text', most: 20 }, text: { kind: 'text', most: 160 } },
    },
    layout: { kind: 'choice', values: ['beside', 'row'] },
    ...responsiveStylesOf('titleSize', 'figureSize', 'parts', 'side', 'gap'),
    ground: backgroundField,
  },
  defaults: {
    title: '',
    items: [
      { value: '12', text: 'people at a table, never more' },
      { value: '1,900', text: 'kits sent to 31 countries' },
      { value: '4.8', text: 'of five, from 640 finished courses' },
    ],
    layout: 'row',
    ground: 'paper',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground} className={`stats stats-${values.layout}`}>
      <Heading isFirst={isFirst}>{values.title}</Heading>
      <ul className="stats-items">
        {values.items.map((item, index) => (
          <li key={keyAt(index, item.value)}>
            <b className="hd d-64">
              <bdi>{item.value}</bdi>
            </b>
            <span>{item.text}</span>
          </li>
        ))}
      </ul>
    </PageSection>
  ),
});

type Voice = { quote: string; name: string; role: string; picture: PictureValue };

/** Testimonials: the first large, the others beside or below. */
export const testimonials = block<{ title: string; voices: Voice[]; ground: Background }, never>({
  strings: 'blocks',
  group: 'proof',
  fields: {
    title: { kind: 'text', most: 120 },
    voices: {
      kind: 'list',
      most: 6,
      titleOf: 'name',
      fields: {
        quote: { kind: 'long' },
        name: { kind: 'text', most: 80 },
        role: { kind: 'text', most: 80 },
        picture: { kind: 'picture' },
      },
    },
    ...responsiveStylesOf('titleSize', 'parts', 'side', 'gap'),
    ground: backgroundField,
  },
  defaults: {
    title: '',
    voices: [
      {
        quote: '“On Tuesdays my kitchen smells of ink and nobody is allowed to call.”',
        name: 'Astrid Nyberg',
        role: 'Postwoman, Malmö',
        picture: noPicture,
      },
      {
        quote: 'I sent the kit to my mother. Now she sends me birds.',
        name: 'Lucas Brandt',
        role: 'Hamburg',
        picture: noPicture,
      },
    ],
    ground: 'paper',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground} className="voices">
      <Heading isFirst={isFirst} size={32}>
        {values.title}
      </Heading>
      <div className="voices-all">
        {values.voices.slice(0, 1).map((voice) => (
          <VoiceFigure key={voice.name} voice={voice} isLarge />
        ))}
        {values.voices.length > 1 ? (
          <div className="voices-others">
            {values.voices.slice(1).map((voice, index) => (
              <VoiceFigure key={keyAt(index, voice.name)} voice={voice} />
            ))}
          </div>
        ) : null}
      </div>
    </PageSection>
  ),
});

function VoiceFigure({ voice, isLarge }: { voice: Voice; isLarge?: boolean }) {
  return (
    <figure className="voice">
      <blockquote className={isLarge ? 'hd d-32' : undefined}>{voice.quote}</blockquote>
      <figcaption className="person">
        {voice.picture?.src ? (
          <span className="av av-40">
            <Picture picture={{ ...voice.picture, alt: '', width: 40, height: 40 }} />
          </span>
        ) : null}
        <span>
          <b>{voice.name}</b>
          <span className="person-note">{voice.role}</span>
        </span>
      </figcaption>
    </figure>
  );
}

/** FAQ, collapsible or expanded. */
export const faq = block<
  { title: string; items: { question: string; answer: string }[]; layout: 'folded' | 'open'; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'words',
  fields: {
    title: { kind: 'text', most: 120 },
    items: {
      kind: 'list',
      most: 20,
      titleOf: 'question',
      fields: { question: { kind: 'text', most: 160 }, answer: { kind: 'long' } },
    },
    layout: { kind: 'choice', values: ['folded', 'open'] },
    ...responsiveStylesOf('titleSize', 'parts', 'side'),
    ground: backgroundField,
  },
  defaults: {
    title: 'Before you ask',
    items: [
      {
        question: 'Do I need to be good at this?',
        answer: 'No. Nobody is, the first evening. The second is for those who came to the first.',
      },
      { question: 'What if I miss an evening?', answer: 'The recording is there the next morning and stays.' },
    ],
    layout: 'folded',
    ground: 'paper',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground} className="faq">
      <Heading isFirst={isFirst}>{values.title}</Heading>
      {values.layout === 'folded' ? (
        <div className="faq-folds">
          {values.items.map((item, index) => (
            <details key={keyAt(index, item.question)} open={index === 0}>
              <summary>
                <span className="hd d-20">{item.question}</span>
                <Plus aria-hidden="true" />
              </summary>
              <p>{item.answer}</p>
            </details>
          ))}
        </div>
      ) : (
        <div className="faq-open">
          {values.items.map((item, index) => (
            <div key={keyAt(index, item.question)}>
              <ItemHeading under={values.title} isFirst={isFirst} className="hd d-20">
                {item.question}
              </ItemHeading>
              <p>{item.answer}</p>
            </div>
          ))}
        </div>
      )}
    </PageSection>
  ),
});
