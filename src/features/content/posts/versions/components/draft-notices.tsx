import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Editor } from '#base/browser/editors.ts';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import type { AutosavedDraftState } from '#ui/fields/use-autosaved-draft.ts';
import { CompareDialog, type Part } from './compare-dialog.tsx';

type Noticed<ContentText extends object> = {
  work: AutosavedDraftState<ContentText>;
  parts: readonly Part<ContentText>[];
  editors: readonly Editor[];
  /** Texts for "saved by somebody else" and "changed by both". */
  conflict: { notice: string; title: string };
  onLoad: () => void;
};

/** Asks what to do with an autosaved local draft, or with a draft somebody else saved. */
export function DraftNotices<ContentText extends object>({
  work,
  parts,
  editors,
  conflict,
  onLoad,
}: Noticed<ContentText>) {
  const { t } = useTranslation(['posts', 'pages']);
  const { locale } = useSite();
  const [isComparing, setComparing] = useState(false);
  const at = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const settle = (content: ContentText) => {
    setComparing(false);
    work.settle(content);
    onLoad();
  };
  if (work.theirs) {
    const theirs = work.theirs.written;
    return (
      <div className="mb-4">
        <Note
          tone="warning"
          action={
            <span className="row">
              <Button size="sm" variant="primary" onPress={() => setComparing(true)}>
                {t('editor.compare')}
              </Button>
              <Button size="sm" onPress={() => settle(work.written)}>
                {t('editor.keepMine')}
              </Button>
              <Button size="sm" onPress={() => settle(theirs)}>
                {t('editor.takeTheirs')}
              </Button>
            </span>
          }
        >
          {conflict.notice}
        </Note>
        {isComparing ? (
          <CompareDialog
            title={conflict.title}
            sentence={t('editor.conflictChoose', { at: at.format(new Date(work.theirs.at)) })}
            parts={parts}
            first={work.written}
            second={theirs}
            base={work.base()}
            labels={{ first: t('editor.mine'), second: t('editor.theirs') }}
            takeLabels={{ first: t('editor.keepMine'), second: t('editor.takeTheirs') }}
            mergeLabel={t('editor.merge')}
            onClose={() => setComparing(false)}
            onChoose={settle}
          />
        ) : null}
      </div>
    );
  }
  if (work.kept)
    return (
      <div className="mb-4">
        <Note
          tone="warning"
          action={
            <span className="row">
              <Button
                size="sm"
                onPress={() => {
                  work.takeUp();
                  onLoad();
                }}
              >
                {t('editor.takeUp')}
              </Button>
              <Button size="sm" variant="quiet" onPress={work.discardBackup}>
                {t('editor.throwAway')}
              </Button>
            </span>
          }
        >
          {t('editor.kept')}
        </Note>
      </div>
    );
  const newer = editors.find((editor) => editor.version > work.version);
  if (newer && work.state === 'saved')
    return (
      <div className="mb-4">
        <Note
          action={
            <Button size="sm" onPress={() => void work.renew().then(onLoad)}>
              {t('pages:editors.load')}
            </Button>
          }
        >
          {t('pages:editors.newer', { name: newer.name })}
        </Note>
      </div>
    );
  return null;
}
