import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useEditors } from '#base/browser/editors.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { readablePath } from '#base/shared/slugs.ts';
import { AddressDialog } from '#features/content/publishing/components/address-dialog.tsx';
import { DraftNotices } from '#features/content/publishing/components/draft-notices.tsx';
import { useDraft } from '#features/content/publishing/components/use-draft.ts';
import { usePublishing } from '#features/content/publishing/components/use-publishing.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { DocHeader } from '../components/doc-header.tsx';
import { useDocComparison } from '../components/use-doc-comparison.ts';
import { type ContentText, type DocToEdit, docKind, docToEdit, moveDoc } from '../data.ts';

const PicturedTextField = lazy(() =>
  import('#features/content/media/components/pictured-text-field.tsx').then((module) => ({
    default: module.PicturedTextField,
  })),
);

export default function DocEditor() {
  const { t } = useTranslation('docs');
  const { id = '' } = useParams();
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const doc = useQuery({
    queryKey: ['docs', account_id, 'edit', id],
    queryFn: () => docToEdit(db, account_id, id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useScreenName(doc.data?.draft.title);
  const reload = () => queries.invalidateQueries({ queryKey: ['docs', account_id] });
  return (
    <main id="content" className="page">
      {doc.isPending ? <SkeletonText lines={8} /> : null}
      {doc.isError ? <ErrorState onRetry={() => void doc.refetch()} isRetrying={doc.isFetching} /> : null}
      {doc.data === null ? (
        <EmptyState
          isPage
          title={t('editor.missing')}
          actions={<LinkButton href={paths.manageDocs()}>{t('editor.back')}</LinkButton>}
        >
          {t('editor.missingText')}
        </EmptyState>
      ) : null}
      {doc.data ? <Writing key={doc.data.id} doc={doc.data} onChanged={reload} /> : null}
    </main>
  );
}

type WritingProps = {
  doc: DocToEdit;
  /** Called when the published page or its slug changed. */
  onChanged: () => Promise<void>;
};

/** Editor of a documentation page: saves the draft automatically; readers see it only once it is published. */
function Writing({ doc, onChanged }: WritingProps) {
  const { t } = useTranslation('docs');
  const db = useDb();
  const { account_id } = useAccount();
  const work = useDraft({
    kind: docKind,
    id: doc.id,
    first: doc.draft,
    toSave: (content) => ({ ...content, title: content.title.trim() || doc.title }),
  });
  const { written, change } = work;
  const editors = useEditors(doc.id, work.version);
  const [isMoving, setMoving] = useState(false);
  const comparison = useDocComparison();
  const publishing = usePublishing({
    kind: docKind,
    record: { id: doc.id, title: doc.title, status: doc.status, publishAt: doc.draft.publish_at },
    work,
    comparison,
    previewAddress: paths.previewDoc,
    onChanged,
    onRestore: change,
  });
  return (
    <>
      <DocHeader {...{ doc, work, editors, publishing }} onMove={() => setMoving(true)} />
      <div className="mb-4 empty:hidden">
        <DraftNotices kind={docKind} work={work} comparison={comparison} editors={editors} onLoad={() => {}} />
      </div>
      <WritingFields written={written} onChange={change} />
      {publishing.dialog}
      {isMoving ? (
        <AddressDialog
          slug={doc.slug}
          helpOf={(slug) => t('editor.slugHelp', { address: readablePath(paths.doc(slug ?? '…')) })}
          taken={t('list.taken')}
          onMove={async (slug) => {
            await moveDoc(db, account_id, doc.id, slug);
            await onChanged();
          }}
          onClose={() => setMoving(false)}
        />
      ) : null}
    </>
  );
}

function WritingFields({
  written,
  onChange,
}: {
  written: ContentText;
  onChange: (part: Partial<ContentText>) => void;
}) {
  const { t } = useTranslation('docs');
  return (
    <div className="grid max-w-3xl gap-4">
      <TextField
        label={t('editor.title')}
        dir="auto"
        value={written.title}
        maxLength={160}
        errorMessage={written.title.trim() ? undefined : t('list.needed')}
        onChange={(value) => onChange({ title: value })}
      />
      <TextArea
        label={t('editor.summary')}
        dir="auto"
        rows={2}
        maxLength={400}
        value={written.summary}
        onChange={(summary) => onChange({ summary })}
      />
      <Suspense fallback={<SkeletonText lines={10} />}>
        <PicturedTextField
          label={t('editor.content')}
          value={written.content}
          onChange={(content) => onChange({ content })}
          isLong
        />
      </Suspense>
    </div>
  );
}
