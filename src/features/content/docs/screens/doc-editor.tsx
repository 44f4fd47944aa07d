import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LibraryBig } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { readablePath } from '#base/shared/slugs.ts';
import { AddressDialog } from '#features/content/publishing/components/address-dialog.tsx';
import { EditorHeader } from '#features/content/publishing/components/editor-header.tsx';
import { EditorScreen } from '#features/content/publishing/components/editor-screen.tsx';
import { useTextEditor } from '#features/content/publishing/components/use-text-editor.tsx';
import { WritingFields } from '#features/content/publishing/components/writing-fields.tsx';
import { paths } from '#paths';
import { DocCheck } from '../checks/components/doc-check.tsx';
import { useDocComparison } from '../components/use-doc-comparison.ts';
import { type DocToEdit, docKind, docToEdit, moveDoc } from '../data.ts';

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
    <EditorScreen
      query={doc}
      missing={{
        title: t('editor.missing'),
        text: t('editor.missingText'),
        listLabel: t('editor.back'),
        listPath: paths.manageDocs(),
      }}
    >
      {(row) => <Writing key={row.id} doc={row} onChanged={reload} />}
    </EditorScreen>
  );
}

type WritingProps = {
  doc: DocToEdit;
  /** Called when the published page or its slug changed. */
  onChanged: () => Promise<void>;
};

/** Editor of a documentation page: saves the draft automatically; readers see it only once it is published. */
function Writing({ doc, onChanged }: WritingProps) {
  const { t } = useTranslation(['docs', 'pages']);
  const db = useDb();
  const { account_id } = useAccount();
  const editor = useTextEditor({
    kind: docKind,
    record: doc,
    comparison: useDocComparison(),
    previewAddress: paths.previewDoc,
    onChanged,
  });
  const { written, change } = editor.work;
  const hasUnpublishedChanges = docKind.parts.some((part) => written[part] !== doc[part]);
  const state = doc.status !== 'published' ? 'isDraft' : hasUnpublishedChanges ? 'hasNews' : 'isShown';
  return (
    <>
      <EditorHeader
        record={doc}
        editor={editor}
        sentence={t(`editor.${state}`)}
        view={{ label: t('list.view'), path: paths.doc(doc.slug) }}
        list={{ label: t('editor.back'), path: paths.manageDocs(), icon: LibraryBig }}
        publishLabel={t('pages:builder.publish')}
      />
      {editor.notices}
      <div ref={editor.rootRef} className="max-w-3xl">
        <WritingFields
          title={{
            label: t('editor.title'),
            value: written.title,
            errorMessage: written.title.trim() ? undefined : t('list.needed'),
            onChange: (title) => change({ title }),
          }}
          lead={{
            place: 'summary',
            label: t('editor.summary'),
            value: written.summary,
            onChange: (summary) => change({ summary }),
          }}
          content={{
            label: t('editor.content'),
            value: written.content,
            onChange: (content) => change({ content }),
          }}
        />
      </div>
      {editor.open === 'checks' ? <DocCheck {...editor.check} /> : null}
      {editor.publishing.dialog}
      {editor.open === 'address' ? (
        <AddressDialog
          slug={doc.slug}
          helpOf={(slug) => t('editor.slugHelp', { address: readablePath(paths.doc(slug ?? '…')) })}
          taken={t('list.taken')}
          onMove={async (slug) => {
            await moveDoc(db, account_id, doc.id, slug);
            await onChanged();
          }}
          onClose={editor.close}
        />
      ) : null}
    </>
  );
}
