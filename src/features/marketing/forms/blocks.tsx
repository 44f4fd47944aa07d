import { countryOptions } from '#base/shared/countries.ts';
import {
  type Background,
  BlockHead,
  backgroundField,
  PageSection,
} from '#features/content/blocks/components/page-section.tsx';
import { type BlockDefinitions, block, type PickMaker } from '#features/content/blocks/rules.ts';
import { responsiveStylesOf } from '#features/content/blocks/styles/rules.ts';
import { paths } from '#paths';
import { useContentLanguage } from '#ui/display/content-language.tsx';
import { Island } from '#ui/layout/island.tsx';
import { SiteForm } from './components/site-form.tsx';
import { addContactForm, addNewsletterForm, formChoices, newsletterForm, openForm } from './data.ts';
import type { ShownForm } from './rules.ts';

type Values = { title: string; text: string; form: string; ground: Background };

type Shown = { form: ShownForm | null; countries: { id: string; label: string }[] };

function publicForm(form: ShownForm | null, locale: string): Shown {
  return { form, countries: form?.fields.some(({ type }) => type === 'country') ? countryOptions(locale) : [] };
}

function makerOf(create: PickMaker['create']): PickMaker {
  return { strings: 'forms', label: 'list.new', edit: 'list.edit', create, editAddress: paths.editForm };
}

/** Block: one of the account's forms with all its fields. */
const form = block<Values, Shown>({
  strings: 'blocks',
  group: 'offers',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    form: {
      kind: 'pick',
      from: (db, accountId) => formChoices(db, accountId, false),
      isNeeded: true,
      make: makerOf(addContactForm),
    },
    ...responsiveStylesOf('titleSize'),
    ground: backgroundField,
  },
  defaults: { title: 'Write to us', text: '', form: '', ground: 'paper' },
  load: async (db, accountId, values, locale) => publicForm(await openForm(db, accountId, values.form), locale),
  isEmpty: (_, data) => !data?.form,
  render: ({ values, data, isFirst }) => <Placed values={values} data={data} isFirst={isFirst} isLine={false} />,
});

/** Block: a newsletter form in one line; the selected one, or the account's first. */
const newsletter = block<Values, Shown>({
  strings: 'blocks',
  group: 'offers',
  fields: {
    title: { kind: 'text', most: 120 },
    text: { kind: 'long', most: 600 },
    form: {
      kind: 'pick',
      from: (db, accountId) => formChoices(db, accountId, true),
      make: makerOf(addNewsletterForm),
    },
    ...responsiveStylesOf('titleSize'),
    ground: backgroundField,
  },
  defaults: { title: 'A letter now and then', text: '', form: '', ground: 'soft' },
  load: async (db, accountId, values, locale) =>
    publicForm(await (values.form ? openForm(db, accountId, values.form) : newsletterForm(db, accountId)), locale),
  isEmpty: (_, data) => !data?.form,
  render: ({ values, data, isFirst }) => <Placed values={values} data={data} isFirst={isFirst} isLine />,
});

function Placed(props: { values: Values; data: Shown | undefined; isFirst: boolean; isLine: boolean }) {
  const { values, data, isFirst, isLine } = props;
  const form = data?.form;
  const language = useContentLanguage();
  // With more than two fields an inline button is easily missed.
  const isShort = isLine && (form?.fields.filter(({ type }) => type !== 'hidden').length ?? 0) <= 2;
  return (
    <PageSection background={values.ground} className="form-block">
      <BlockHead title={values.title} text={values.text} isFirst={isFirst} />
      {form ? (
        <Island
          name="site-form"
          component={SiteForm}
          props={{ form, isLine: isShort, countries: data.countries, language }}
          when="interaction"
          // A form with `asks_once` prefills known answers, so it hydrates before the first interaction.
          isKeen={form.asks_once}
          strings={['forms']}
        />
      ) : null}
    </PageSection>
  );
}

export const blocks: BlockDefinitions = { Form: form, Newsletter: newsletter };
