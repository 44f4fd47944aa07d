import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { safeUrl } from '#base/shared/addresses.ts';
import { UiText, useUiTextAttributes } from '#ui/display/content-language.tsx';
import { frameClass } from '../frame/rules.ts';
import { block } from '../rules.ts';
import { responsiveStylesOf } from '../styles/rules.ts';
import { linesOf } from '../values/rules.ts';
import { BlockIcon } from './block-icon.tsx';
import { type Background, BlockHead, backgroundField, ItemHeading, keyAt, PageSection } from './page-section.tsx';

/** Comparison table. A row is `name | first | second | …`; `yes` and `no` are rendered as icons. */
export const compare = block<{ title: string; text: string; heads: string; rows: string; ground: Background }, never>({
  strings: 'blocks',
  group: 'offers',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    heads: { kind: 'text', most: 300 },
    rows: { kind: 'long', most: 4000 },
    ...responsiveStylesOf('titleSize'),
    ground: backgroundField,
  },
  defaults: {
    title: 'Side by side',
    text: '',
    heads: 'Visitor | Member | Studio',
    rows: [
      'First lesson of every course | yes | yes | yes',
      'All lessons | no | yes | yes',
      'Answers in writing | no | 4 a month | as many as you ask',
      'Seats | 1 | 1 | 10',
    ].join('\n'),
    ground: 'paper',
  },
  render: ({ id, values, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <CompareTable
        nameId={`${frameClass(id)}-name`}
        heads={cellsOf(values.heads)}
        rows={linesOf(values.rows).slice(0, 40).map(cellsOf)}
        title={values.title}
      />
    </PageSection>
  ),
});

function cellsOf(line: string): string[] {
  return line.split('|').map((cell) => cell.trim());
}

function CompareTable(props: { nameId: string; heads: string[]; rows: string[][]; title: string }) {
  const { nameId, heads, rows, title } = props;
  const { t } = useTranslation('blocks');
  return (
    // A wide table scrolls horizontally; it needs the focus to be scrolled by keyboard.
    <section
      className="compare"
      aria-label={title || undefined}
      aria-labelledby={title ? undefined : nameId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to take the focus
      tabIndex={0}
    >
      {title ? null : (
        <span id={nameId} className="vh">
          <UiText>{t('blocks.Compare.name')}</UiText>
        </span>
      )}
      <table>
        <thead>
          <tr>
            <td />
            {heads.map((head, index) => (
              <th key={keyAt(index, head)} scope="col" className="hd">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells], index) => (
            <tr key={keyAt(index, name)}>
              <th scope="row">{name}</th>
              {heads.map((head, at) => (
                <td key={keyAt(at, head)}>
                  <Cell value={cells[at] ?? ''} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ value }: { value: string }) {
  const { t } = useTranslation('blocks');
  const { lang } = useUiTextAttributes();
  if (value === 'yes')
    return <Check role="img" lang={lang} aria-label={t('options.yes')} size={20} className="compare-yes" />;
  if (value === 'no')
    return <Minus role="img" lang={lang} aria-label={t('options.no')} size={20} className="compare-no" />;
  return value;
}

/** Agenda of a day or several weeks. */
export const agenda = block<
  {
    title: string;
    text: string;
    items: { when: string; title: string; text: string; who: string }[];
    ground: Background;
  },
  never
>({
  strings: 'blocks',
  group: 'words',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    items: {
      kind: 'list',
      most: 30,
      titleOf: 'title',
      fields: {
        when: { kind: 'text', most: 40 },
        title: { kind: 'text', most: 120 },
        text: { kind: 'long', most: 600 },
        who: { kind: 'text', most: 120 },
      },
    },
    ...responsiveStylesOf('titleSize'),
    ground: backgroundField,
  },
  defaults: {
    title: 'The day',
    text: '',
    items: [
      { when: '09:30', title: 'Doors and coffee', text: '', who: '' },
      {
        when: '10:00',
        title: 'Paper, cloth, board',
        text: 'What a book is made of, in your hands.',
        who: 'Helena Vos',
      },
      { when: '13:00', title: 'Lunch at the long table', text: '', who: '' },
      {
        when: '14:00',
        title: 'Sewing on tapes',
        text: 'Everyone leaves with a finished notebook.',
        who: 'Marc Okafor',
      },
    ],
    ground: 'paper',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground}>
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <ol className="agenda">
        {values.items.map((item, index) => (
          <li key={keyAt(index, item.title)}>
            <p className="agenda-when">
              <bdi>{item.when}</bdi>
            </p>
            <div>
              <ItemHeading under={values.title} isFirst={isFirst} className="hd d-20">
                {item.title}
              </ItemHeading>
              {item.text ? <p>{item.text}</p> : null}
            </div>
            {item.who ? <p className="quiet">{item.who}</p> : null}
          </li>
        ))}
      </ol>
    </PageSection>
  ),
});

/** Contact details. */
export const contact = block<
  { title: string; text: string; address: string; mail: string; phone: string; hours: string; ground: Background },
  never
>({
  strings: 'blocks',
  group: 'words',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    address: { kind: 'long', most: 400 },
    mail: { kind: 'text', most: 254 },
    phone: { kind: 'text', most: 40 },
    hours: { kind: 'long', most: 400 },
    ...responsiveStylesOf('titleSize', 'parts', 'side'),
    ground: backgroundField,
  },
  defaults: {
    title: 'Write, call or knock',
    text: 'A person reads every message, on working days before the evening.',
    address: 'The Old Mill\n4 River Lane\nGhent',
    mail: 'hello@example.org',
    phone: '+32 9 555 01 42',
    hours: 'Tuesday to Friday, 10 to 18\nSaturday, 10 to 14',
    ground: 'paper',
  },
  render: ({ values, isFirst }) => (
    <PageSection background={values.ground} className="contact">
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      <ContactList values={values} />
    </PageSection>
  ),
});

function ContactList({ values }: { values: { address: string; mail: string; phone: string; hours: string } }) {
  const { t } = useTranslation('blocks');
  const lines = [
    { icon: 'mail', name: 'mail', text: values.mail, href: `mailto:${values.mail}` },
    { icon: 'phone', name: 'phone', text: values.phone, href: `tel:${values.phone.replace(/[^+\d]/g, '')}` },
    { icon: 'place', name: 'address', text: values.address },
    { icon: 'clock', name: 'hours', text: values.hours },
  ].filter(({ text }) => text.trim() !== '');
  return (
    <dl className="contact-lines">
      {lines.map((line) => (
        <div key={line.name}>
          <dt>
            <BlockIcon name={line.icon} size={20} />
            <UiText>{t(`fields.${line.name}`)}</UiText>
          </dt>
          <dd>
            {line.href ? (
              <a className="link" href={safeUrl(line.href)}>
                <bdi>{line.text}</bdi>
              </a>
            ) : (
              line.text
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
