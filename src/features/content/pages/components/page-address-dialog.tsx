import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { slugOfTitle } from '#base/shared/slugs.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { pageSlug, pageTitle, reservedSlugs } from '../schema.ts';
import { sectionSlug } from './section-dialog.tsx';

type PageAddressProps = {
  page: { title: string; slug: string } | null;
  /** A section has a title and no slug. */
  kind: 'page' | 'section';
  onClose: () => void;
  onSave: (page: { title: string; slug: string }) => Promise<void>;
  /** Further fields, below title and slug. */
  children?: ReactNode;
};

/** Title and slug of a new page, or a new slug for an existing one. */
export function PageAddressDialog({ page, kind, onClose, onSave, children }: PageAddressProps) {
  const { t } = useTranslation('pages');
  const isSection = kind === 'section';
  const newLabel = t(isSection ? 'sections.new' : 'list.new');
  const { origin } = useSite();
  const [isOwn, setOwn] = useState(page !== null || isSection);
  const { draft, save, isBusy, problem } = usePageAddress(page, isSection, onSave);
  const { title, slug } = draft.values;
  // A slug generated from the title, or a placeholder, was not typed by the user.
  const isChanged = title !== (page?.title ?? '') || (isOwn && !isSection && slug !== (page?.slug ?? ''));
  return (
    <Dialog
      title={page ? t('list.move') : newLabel}
      isOpen
      isWide={page === null}
      isChanged={isChanged && !isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('address.cancel')}
          </Button>
          <Button variant="primary" type="submit" form="page-address" isBusy={isBusy}>
            {page ? t('address.save') : t('address.create')}
          </Button>
        </>
      }
    >
      <Form id="page-address" label={page ? t('list.move') : newLabel} problem={problem} onSubmit={() => void save()}>
        {page ? null : (
          <TextField
            label={t('fields.pageTitle')}
            maxLength={160}
            autoFocus
            {...draft.field('title')}
            onChange={(value) => {
              draft.set('title', value);
              if (!isOwn) draft.set('slug', slugOfTitle(value));
            }}
          />
        )}
        {isSection ? null : (
          <TextField
            label={t('list.address')}
            prefix={<bdi dir="ltr">{`${origin}/`}</bdi>}
            description={page ? t('address.help') : undefined}
            maxLength={80}
            dir="auto"
            {...draft.field('slug')}
            onChange={(value) => {
              setOwn(true);
              draft.set('slug', value.toLowerCase().normalize('NFC'));
            }}
          />
        )}
        {children}
      </Form>
    </Dialog>
  );
}

function usePageAddress(page: PageAddressProps['page'], isSection: boolean, onSave: PageAddressProps['onSave']) {
  const { t } = useTranslation('pages');
  const [saved] = useState({ title: page?.title ?? '', slug: page?.slug ?? (isSection ? sectionSlug() : '') });
  const draft = useDraft({
    saved,
    validate: ({ title, slug }) => ({
      title: pageTitle.safeParse(title).success ? undefined : t('address.titleNeeded'),
      slug: pageSlug.safeParse(slug).success
        ? undefined
        : t((reservedSlugs as readonly string[]).includes(slug) ? 'address.reserved' : 'address.wrong'),
    }),
  });
  const { title, slug } = draft.values;
  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(() => onSave({ title: title.trim(), slug }), {
    form: draft,
    fields: { [UNIQUE_VIOLATION]: ['slug', t('address.taken')] },
  });
  return { draft, save, isBusy, problem };
}
