import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { richHtml } from '#base/shared/rich-html.ts';
import { UiText, useUiTextAttributes } from '#ui/display/content-language.tsx';
import { frameClass } from '../frame/rules.ts';
import { block } from '../rules.ts';
import { responsiveStylesOf } from '../styles/rules.ts';
import { runCountdown } from './countdown-clock.ts';
import {
  type Background,
  BlockHead,
  Buttons,
  type ButtonValue,
  backgroundField,
  buttonsField,
  keyAt,
  PageSection,
} from './page-section.tsx';

type Panel = { label: string; html: string };
const panelFields = { label: { kind: 'text', most: 80 }, html: { kind: 'rich' } } as const;

/** Tabs built of radio buttons, so that they need no script. */
export const tabs = block<{ title: string; panels: Panel[]; ground: Background }, never>({
  strings: 'blocks',
  group: 'words',
  fields: {
    title: { kind: 'text', most: 120 },
    panels: { kind: 'list', most: 6, titleOf: 'label', fields: panelFields },
    ...responsiveStylesOf('titleSize', 'tabs'),
    ground: backgroundField,
  },
  defaults: {
    title: 'What you will need',
    panels: [
      {
        label: 'For drawing',
        html: '<p>A soft pencil, printer paper and a table by a window. That is all for the first three weeks.</p>',
      },
      {
        label: 'For printing',
        html: '<p>The kit arrives by post: two blocks, a gouge, ink and a spoon to rub with.</p>',
      },
      { label: 'For binding', html: '<p>Thread, a bone folder and an old telephone book to practise on.</p>' },
    ],
    ground: 'paper',
  },
  render: ({ id, values, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} isFirst={isFirst} />
      <TabSet name={frameClass(id)} title={values.title} panels={values.panels} />
    </PageSection>
  ),
});

function TabSet({ name, title, panels }: { name: string; title: string; panels: Panel[] }) {
  const { t } = useTranslation('blocks');
  return (
    <div className="tabset">
      <fieldset>
        <legend className="vh">{title || <UiText>{t('blocks.Tabs.name')}</UiText>}</legend>
        {panels.map((panel, index) => (
          <label key={keyAt(index, panel.label)}>
            <input type="radio" className="vh" name={name} value={index} defaultChecked={index === 0} />
            {panel.label}
          </label>
        ))}
      </fieldset>
      <div className="tabset-panels">
        {panels.map((panel, index) => (
          <div
            key={keyAt(index, panel.label)}
            className="prose"
            data-name={panel.label}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: passed through the sanitiser on every render
            dangerouslySetInnerHTML={{ __html: richHtml(panel.html) }}
          />
        ))}
      </div>
    </div>
  );
}

/** Accordion: one open at a time, or any number. */
export const accordion = block<
  { title: string; panels: Panel[]; isSingle: boolean; isOpen: boolean; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'words',
  fields: {
    title: { kind: 'text', most: 120 },
    panels: { kind: 'list', most: 20, titleOf: 'label', fields: panelFields },
    isSingle: { kind: 'switch' },
    isOpen: { kind: 'switch' },
    ...responsiveStylesOf('titleSize'),
    ground: backgroundField,
  },
  defaults: {
    title: 'The eight evenings',
    panels: [
      {
        label: 'One: a line that means it',
        html: '<p>Twenty chairs in twenty minutes, without lifting the pencil.</p>',
      },
      {
        label: 'Two: what the light leaves out',
        html: '<p>Drawing only the shadows, and letting the eye do the rest.</p>',
      },
      { label: 'Three: hands', html: '<p>Your own, which are always there and never hold still.</p>' },
    ],
    isSingle: true,
    isOpen: true,
    ground: 'paper',
  },
  render: ({ id, values, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} isFirst={isFirst} />
      <div className="faq-folds">
        {values.panels.map((panel, index) => (
          <details
            key={keyAt(index, panel.label)}
            name={values.isSingle ? frameClass(id) : undefined}
            open={values.isOpen && index === 0}
          >
            <summary>
              <span className="hd d-20">{panel.label}</span>
              <Plus aria-hidden="true" />
            </summary>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: passed through the sanitiser on every render */}
            <div className="prose" dangerouslySetInnerHTML={{ __html: richHtml(panel.html) }} />
          </details>
        ))}
      </div>
    </PageSection>
  ),
});

/** Countdown to a date; without scripts it shows the date. */
export const countdown = block<
  { title: string; text: string; until: string; done: string; buttons: ButtonValue[]; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'offers',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    until: { kind: 'moment' },
    done: { kind: 'text', most: 160 },
    buttons: buttonsField,
    ...responsiveStylesOf('titleSize', 'figureSize', 'buttonWidth'),
    ground: backgroundField,
  },
  defaults: {
    title: 'The winter course opens',
    text: 'Fourteen chairs, and the kit leaves a week before.',
    until: '2027-01-11T18:00:00.000Z',
    done: 'It has begun. The recording of the first evening is open to everyone.',
    buttons: [{ label: 'Keep me a chair', href: '/course', look: 'accent' }],
    ground: 'ink',
  },
  isEmpty: ({ until }) => until === '',
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground} className="countdown">
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <Clock until={values.until} done={values.done} />
      <Buttons buttons={values.buttons} />
    </PageSection>
  ),
});

const units = ['days', 'hours', 'minutes', 'seconds'] as const;

function Clock({ until, done }: { until: string; done: string }) {
  const { t } = useTranslation('blocks');
  const { locale } = useSite();
  const ownWords = useUiTextAttributes();
  const clock = useRef<HTMLDivElement>(null);
  // Only in the builder: on a published page the page script runs the countdown.
  useEffect(() => (clock.current && until ? runCountdown(clock.current) : undefined), [until]);
  if (!until) return null;
  const dateTime = dateFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
  return (
    <div ref={clock} className="clock" data-countdown={until}>
      {/* Hidden from screen readers, which would read every second; they get the date. */}
      <div data-clock="" className="clock-cells" aria-hidden="true" hidden>
        {units.map((unit) => (
          <span key={unit}>
            <b className="hd d-64" data-unit={unit} />
            <UiText>{t(`blocks.Countdown.${unit}`)}</UiText>
          </span>
        ))}
      </div>
      <p>
        <time dateTime={until} {...ownWords}>{`${dateTime.format(new Date(until))} UTC`}</time>
      </p>
      <p data-done="" className="lead" hidden>
        {done}
      </p>
    </div>
  );
}
