import { useTranslation } from 'react-i18next';
import type { Editor } from '#base/browser/editors.ts';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import type { BlockDocument } from '#features/content/blocks/document/rules.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { CompareDialog } from './compare-dialog.tsx';

import type { PageDraftState } from './use-page-draft.ts';

/** Asks what to do with an autosaved local draft, or with a draft somebody else saved. */
export function DraftNotices({
  work,
  editors,
  onLoad,
}: {
  work: PageDraftState;
  editors: readonly Editor[];
  onLoad: (data: BlockDocument) => void;
}) {
  const { t } = useTranslation('pages');
  const { locale } = useSite();
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const newer = editors.find((editor) => editor.version > work.version);
  const editorName = editors[0]?.name ?? t('conflict.somebody');
  return (
    <>
      {work.kept ? (
        <Note
          tone="warning"
          action={
            <span className="row">
              <Button size="sm" onPress={() => void work.takeUp().then((data) => data && onLoad(data))}>
                {t('kept.takeUp')}
              </Button>
              <Button size="sm" variant="quiet" onPress={work.throwAway}>
                {t('kept.throwAway')}
              </Button>
            </span>
          }
        >
          {t('kept.text', { at: at.format(new Date(work.kept.at)) })}
        </Note>
      ) : null}
      {newer && work.state === 'saved' ? (
        <Note
          action={
            <Button size="sm" onPress={() => void work.renew().then(onLoad)}>
              {t('editors.load')}
            </Button>
          }
        >
          {t('editors.newer', { name: newer.name })}
        </Note>
      ) : null}
      {work.problem && work.state === 'failed' ? <Note tone="error">{work.problem}</Note> : null}
      {work.conflict ? (
        <CompareDialog
          title={t('conflict.title')}
          sentence={t('conflict.text', { name: editorName, at: at.format(new Date(work.conflict.theirs.updated_at)) })}
          first={work.conflict.mine}
          second={work.conflict.theirs}
          base={work.conflict.base}
          labels={{ first: t('conflict.mine'), second: t('conflict.theirs', { name: editorName }) }}
          takeLabels={{ first: t('conflict.takeMine'), second: t('conflict.takeTheirs') }}
          mergeLabel={t('conflict.merge')}
          onClose={work.closeConflict}
          onChoose={(draft) => onLoad(work.settle({ title: draft.title, data: draft.data, settings: draft.settings }))}
        />
      ) : null}
    </>
  );
}
