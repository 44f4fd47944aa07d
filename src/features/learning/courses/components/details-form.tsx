import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { locales } from '#base/shared/locales.ts';
import { validationMessage } from '#base/shared/validation-messages.ts';
import { OpenedGroups } from '#features/engagement/groups/access/components/opened-groups.tsx';
import { paths } from '#paths';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Section } from '#ui/layout/section.tsx';
import { categoriesQuery } from '../categories/data.ts';
import { type Course, SaveError, saveDetails } from '../data.ts';
import { setCourseGroups } from '../groups/data.ts';
import { accesses, levels } from '../rules.ts';
import { type CourseDetails, courseDetails } from '../schema.ts';
import { CoverField } from './cover-field.tsx';
import { InstructorsField } from './instructors-field.tsx';

const PicturedTextField = lazy(() =>
  import('#features/content/media/components/pictured-text-field.tsx').then((module) => ({
    default: module.PicturedTextField,
  })),
);

/** `outcomes` as one per line, so that it is one field. */
type Values = Omit<CourseDetails, 'outcomes' | 'trailer_url' | 'category_id' | 'has_discussions'> & {
  outcomes: string;
  trailer_url: string;
  category_id: string;
  has_discussions: boolean;
};

const NONE = 'none';

function valuesOf(course: Course): Values {
  return {
    title: course.title,
    slug: course.slug,
    summary: course.summary,
    description: course.description,
    featured_image: course.featured_image,
    trailer_url: course.trailer_url ?? '',
    outcomes: course.outcomes.join('\n'),
    level: course.level,
    language: course.language,
    visibility: course.visibility,
    access: course.access,
    category_id: course.category_id ?? NONE,
    has_discussions: course.has_discussions,
  };
}

function detailsOf(values: Values): CourseDetails {
  return {
    ...values,
    trailer_url: values.trailer_url.trim() || null,
    category_id: values.category_id === NONE ? null : values.category_id,
    outcomes: values.outcomes
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  };
}

/** The texts of a course's page, and who has access. */
export function DetailsForm({ course }: { course: Course }) {
  const db = useDb();
  const { draft, save, isSaving } = useDetails(course);
  return (
    <Form onSubmit={() => void save()} className="page">
      <div className="grid max-w-2xl grid-cols-1 gap-8">
        <PageSection course={course} draft={draft} />
        <PlacingSection draft={draft} />
        <EntrySection draft={draft} />
        <LearningSection draft={draft} />
        <InstructorsField course={course} />
        <OpenedGroups kind="course" sourceId={course.id} onSave={(ids) => setCourseGroups(db, course.id, ids)} />
      </div>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
      <UnsavedGuard changed={draft.changed} />
    </Form>
  );
}

/** The draft of a course's details and its save, which follows a new slug to its address. */
function useDetails(course: Course) {
  const { t } = useTranslation('courses');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { account_id } = useAccount();
  const draft = useDraft<Values>({
    saved: valuesOf(course),
    validate: (values) => {
      const parsed = courseDetails.safeParse(detailsOf(values), { error: validationMessage });
      return parsed.success
        ? {}
        : Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
    },
    labels: Object.fromEntries(
      Object.keys(valuesOf(course)).map((name) => [name, t(`editor.field.${name as keyof Values}`)]),
    ),
  });
  const { save, isSaving } = useSave(() => saveDetails(course.id, detailsOf(draft.values)), {
    check: draft.check,
    onSaved: async (savedDetails) => {
      draft.accept({ ...draft.values, description: savedDetails.description });
      await queries.invalidateQueries({ queryKey: ['courses', account_id] });
      if (savedDetails.slug !== course.slug)
        await navigate(`${paths.editCourse(savedDetails.slug)}?tab=details`, { replace: true });
    },
    done: t('editor.saved'),
    errorText: (error) => {
      if (error instanceof SaveError) draft.setErrors(error.fields);
      return error.message;
    },
  });
  return { draft, save, isSaving };
}

function PageSection({ course, draft }: { course: Course; draft: Draft<Values> }) {
  const { t } = useTranslation('courses');
  const { origin } = useSite();
  return (
    <Section title={t('editor.page')}>
      <div className="grid grid-cols-1 gap-5">
        <TextField label={t('editor.field.title')} maxLength={160} {...draft.field('title')} />
        <TextField
          label={t('editor.field.slug')}
          prefix={`${origin.replace(/^https?:\/\//, '')}/course/`}
          description={course.status === 'published' ? t('editor.slugHelp') : undefined}
          maxLength={120}
          {...draft.field('slug')}
        />
        <TextArea
          label={t('editor.field.summary')}
          description={t('editor.summaryHelp')}
          rows={3}
          maxLength={400}
          {...draft.field('summary')}
        />
        <CoverField
          courseId={course.id}
          picture={draft.values.featured_image}
          onChange={(picture) => draft.set('featured_image', picture)}
        />
        <TextArea
          label={t('editor.field.outcomes')}
          description={t('editor.outcomesHelp')}
          rows={6}
          maxLength={2500}
          {...draft.field('outcomes')}
        />
        <Suspense fallback={<SkeletonText lines={5} />}>
          <PicturedTextField
            label={t('editor.field.description')}
            value={draft.values.description}
            onChange={(html) => draft.set('description', html)}
          />
        </Suspense>
        <TextField
          label={t('editor.field.trailer_url')}
          description={t('editor.trailerHelp')}
          isOptional
          type="url"
          maxLength={500}
          {...draft.field('trailer_url')}
        />
      </div>
    </Section>
  );
}

/** Where the course stands in the catalogue. */
function PlacingSection({ draft: { values, set } }: { draft: Draft<Values> }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const categories = useQuery(categoriesQuery(db, account_id));
  const languages = new Intl.DisplayNames([locale], { type: 'language' });
  return (
    <Section title={t('editor.placing')}>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Select
          label={t('editor.field.category_id')}
          options={[
            { id: NONE, label: t('editor.noCategory') },
            ...(categories.data ?? []).map(({ id, name }) => ({ id, label: name })),
          ]}
          value={values.category_id}
          onChange={(id) => set('category_id', id)}
        />
        <Select
          label={t('editor.field.level')}
          options={levels.map((level) => ({ id: level, label: t(`level.${level}`) }))}
          value={values.level}
          onChange={(level) => set('level', level as Values['level'])}
        />
        <Select
          label={t('editor.field.language')}
          options={locales.map(({ code }) => ({ id: code, label: languages.of(code) ?? code }))}
          value={values.language}
          onChange={(language) => set('language', language)}
        />
      </div>
    </Section>
  );
}

/** Who may see the course and who has access. */
function EntrySection({ draft: { values, set } }: { draft: Draft<Values> }) {
  const { t } = useTranslation('courses');
  return (
    <Section title={t('editor.entry')}>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Select
          label={t('editor.field.access')}
          description={t(`editor.accessHelp.${values.access}`)}
          options={accesses.map((access) => ({ id: access, label: t(`access.${access}`) }))}
          value={values.access}
          onChange={(access) => set('access', access as Values['access'])}
        />
        <Select
          label={t('editor.field.visibility')}
          options={(['public', 'members'] as const).map((visibility) => ({
            id: visibility,
            label: t(`editor.visibility.${visibility}`),
          }))}
          value={values.visibility}
          onChange={(visibility) => set('visibility', visibility as Values['visibility'])}
        />
      </div>
    </Section>
  );
}

/** What learners find beside the lessons. */
function LearningSection({ draft }: { draft: Draft<Values> }) {
  const { t } = useTranslation('courses');
  return (
    <Section title={t('editor.learning')}>
      <Switch isAtEnd description={t('editor.discussionsHelp')} {...draft.toggle('has_discussions')}>
        {t('editor.field.has_discussions')}
      </Switch>
    </Section>
  );
}
