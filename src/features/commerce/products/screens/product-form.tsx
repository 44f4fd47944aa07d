import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { isSlug } from '#base/shared/slugs.ts';
import { TaxClassField } from '#features/commerce/tax/components/tax-class-field.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { CheckboxGroup, RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { ComboBox } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Card } from '#ui/layout/section.tsx';
import type { CourseChoice } from '../data.ts';
import { LevelsCard } from '../levels/screens/levels-card.tsx';
import { PriceCard } from '../prices/screens/price-card.tsx';
import { priceProblem } from '../prices/screens/price-draft.ts';
import { opensMany, slugOf } from '../rules.ts';
import { type ProductStatus, type ProductType, productStatuses, productTypes } from '../schema.ts';
import { BuyersCard } from './buyers-card.tsx';
import { GoodsFields } from './goods-fields.tsx';
import { PictureField } from './picture-field.tsx';
import type { ProductValues } from './product-draft.ts';

const PicturedTextField = lazy(() =>
  import('#features/content/media/components/pictured-text-field.tsx').then((module) => ({
    default: module.PicturedTextField,
  })),
);

type ProductFormProps = {
  saved: ProductValues;
  courses: readonly CourseChoice[];
  isNew: boolean;
  onSave: (values: ProductValues) => Promise<void>;
};

export function ProductForm({ saved, courses, isNew, onSave }: ProductFormProps) {
  const { t } = useTranslation('products');
  const draft = useProductDraft(saved);
  const { values } = draft;
  const prices = draft.field('prices');
  const levels = draft.field('levels');
  const { save, isSaving, problem } = useSave(() => onSave(values), {
    form: draft,
    fields: { [UNIQUE_VIOLATION]: ['slug', t('form.errors.slugTaken')] },
    onSaved: () => draft.accept(),
    done: t('form.saved', { title: values.title }),
  });
  return (
    <Form
      label={isNew ? t('form.newTitle') : values.title || t('form.title')}
      problem={problem}
      onSubmit={() => void save()}
    >
      <TextsCard draft={draft} isNew={isNew} />
      <ContentCard draft={draft} courses={courses} isNew={isNew} />
      {values.type === 'membership' ? (
        <LevelsCard
          levels={values.levels}
          courses={courses.filter(({ id }) => values.courses.includes(id))}
          onChange={levels.onChange}
          onBlur={levels.onBlur}
          error={levels.errorMessage}
        />
      ) : null}
      <PriceCard
        prices={values.prices}
        levels={values.type === 'membership' ? values.levels : []}
        onChange={prices.onChange}
        onBlur={prices.onBlur}
        problem={prices.errorMessage ? priceProblem(values.prices, values.status === 'draft') : null}
      />
      <Card>
        <TaxClassField value={values.tax_class} onChange={(next) => draft.set('tax_class', next)} />
      </Card>
      <BuyersCard draft={draft} courses={courses} />
      <StatusCard draft={draft} />
      {isNew ? (
        <div className="flex justify-end">
          <Button type="submit" variant="primary" isBusy={isSaving}>
            {t('form.save')}
          </Button>
        </div>
      ) : (
        <SaveBar changed={draft.changed} isSaving={isSaving} saveLabel={t('form.save')} onDiscard={draft.discard} />
      )}
      <UnsavedGuard changed={isSaving ? [] : draft.changed} />
    </Form>
  );
}

const FIELD_LABELS = {
  title: 'title',
  slug: 'slug',
  description: 'description',
  body: 'body',
  image: 'image',
  type: 'type',
  status: 'status',
  course_id: 'course',
  courses: 'courses',
  tax_class: 'taxClass',
  levels: 'levels',
  stock: 'stock',
  weight_grams: 'weight',
  shipping_note: 'shippingNote',
  seats: 'seats',
  buyers: 'buyers',
  buyers_course_id: 'course',
  buyers_role_id: 'role',
  prices: 'price',
} as const;

function useProductDraft(saved: ProductValues): Draft<ProductValues> {
  const { t } = useTranslation('products');
  return useDraft<ProductValues>({
    saved,
    validate: (values) => {
      const problem = priceProblem(values.prices, values.status === 'draft');
      return {
        title: values.title.trim() && values.title.length <= 160 ? undefined : t('form.errors.title'),
        slug: isSlug(values.slug, 100) ? undefined : t('form.errors.slug'),
        course_id:
          values.type !== 'course' || values.course_id || values.status === 'draft'
            ? undefined
            : t('form.errors.course'),
        levels:
          values.type === 'membership' && values.levels.some(({ name }) => name.trim() === '')
            ? t('form.errors.levels')
            : undefined,
        buyers_course_id: values.buyers === 'course' && !values.buyers_course_id ? t('form.errors.buyers') : undefined,
        buyers_role_id: values.buyers === 'role' && !values.buyers_role_id ? t('form.errors.buyers') : undefined,
        prices: problem ? t(`form.errors.${problem.text}`) : undefined,
      };
    },
    labels: Object.fromEntries(Object.entries(FIELD_LABELS).map(([name, label]) => [name, t(`form.${label}`)])),
  });
}

type CardProps = { draft: Draft<ProductValues>; isNew: boolean };

/** The slug of a new product follows its title until it is edited by hand. */
function TextsCard({ draft, isNew }: CardProps) {
  const { t } = useTranslation('products');
  const { values } = draft;
  const title = draft.field('title');
  return (
    <Card>
      <div className="grid gap-4">
        <TextField
          label={t('form.title')}
          maxLength={160}
          isRequired
          {...title}
          onChange={(next) => {
            title.onChange(next);
            if (isNew && values.slug === slugOf(values.title || '-').replace(/^product$/, ''))
              draft.set('slug', slugOf(next));
          }}
        />
        <TextField
          label={t('form.slug')}
          description={t('form.slugHelp')}
          maxLength={100}
          isRequired
          {...draft.field('slug')}
        />
        <TextArea label={t('form.description')} maxLength={5000} isOptional {...draft.field('description')} />
        <Suspense fallback={<SkeletonText lines={4} />}>
          <PicturedTextField
            label={t('form.body')}
            value={draft.values.body}
            onChange={(body) => draft.set('body', body)}
          />
        </Suspense>
        <PictureField value={values.image} onChange={(image) => draft.set('image', image)} />
      </div>
    </Card>
  );
}

/** The type of the product, and the courses it opens. */
function ContentCard({ draft, courses, isNew }: CardProps & { courses: readonly CourseChoice[] }) {
  const { t } = useTranslation('products');
  const { values } = draft;
  function chooseCourse(id: string | null) {
    draft.set('course_id', id);
    const course = courses.find((candidate) => candidate.id === id);
    if (!course) return;
    // Prefill the product with the title, slug and picture of its course.
    if (!values.title) draft.set('title', course.title);
    if (isNew && !values.slug) draft.set('slug', slugOf(course.title));
    if (!values.image && course.featured_image) draft.set('image', course.featured_image.image);
  }
  return (
    <Card>
      <div className="grid gap-4">
        <RadioGroup
          label={t('form.type')}
          value={values.type}
          onChange={(type) => draft.set('type', type as ProductType)}
          options={productTypes.map((id) => ({ id, label: t(`type.${id}`) }))}
        />
        {values.type === 'course' ? (
          <ComboBox
            label={t('form.course')}
            description={courses.length === 0 ? t('form.noCourses') : undefined}
            options={courses.map(({ id, title: label, language }) => ({ id, label, language }))}
            {...draft.field('course_id')}
            onChange={chooseCourse}
          />
        ) : null}
        {opensMany(values.type) ? (
          <CheckboxGroup
            label={t('form.courses')}
            description={courses.length === 0 ? t('form.noCourses') : undefined}
            value={values.courses}
            onChange={(ids) => draft.set('courses', ids)}
            options={courses.map(({ id, title, language }) => ({
              id,
              label: (
                <ContentText isApart language={language}>
                  {title}
                </ContentText>
              ),
            }))}
            isVertical
          />
        ) : null}
        <GoodsFields draft={draft} />
      </div>
    </Card>
  );
}

function StatusCard({ draft }: Pick<CardProps, 'draft'>) {
  const { t } = useTranslation('products');
  return (
    <Card>
      <RadioGroup
        label={t('form.status')}
        value={draft.values.status}
        onChange={(status) => draft.set('status', status as ProductStatus)}
        options={productStatuses.map((id) => ({ id, label: t(`status.${id}`) }))}
      />
    </Card>
  );
}
