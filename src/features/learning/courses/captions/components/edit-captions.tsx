import { useQuery } from '@tanstack/react-query';
import { Captions as CaptionsIcon } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { StoredFile } from '../../components/activities.tsx';
import { useUpload } from '../../components/use-upload.ts';
import { captionsQuery } from '../data.ts';
import { type Captions, writeCaptions } from '../rules.ts';
import { CueFields } from './cue-fields.tsx';
import { LoadingCaptions } from './loading-captions.tsx';
import { useCueRows } from './use-cue-rows.ts';

type Props = {
  /** `courses/{course}/{lesson}` in the account's private bucket. */
  folder: string;
  file: StoredFile | null;
  /** How long the video is. */
  seconds: number;
  onChange: (file: StoredFile) => void;
};

/** Opens the captions of a video to be written or corrected. */
export function EditCaptions(props: Props) {
  const { t } = useTranslation('courses');
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button size="sm" icon={CaptionsIcon} onPress={() => setOpen(true)}>
        {t(props.file ? 'captions.edit' : 'captions.write')}
      </Button>
      {isOpen ? <CaptionsDialog {...props} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function CaptionsDialog(props: Props & { onClose: () => void }) {
  const db = useDb();
  const { account_id } = useAccount();
  const { file, onClose } = props;
  const stored = useQuery({ ...captionsQuery(db, account_id, file?.path ?? ''), enabled: file !== null });
  const captions: Captions | null | undefined = file ? stored.data : { header: 'WEBVTT', cues: [], after: [] };
  if (captions) return <LoadedDialog {...props} captions={captions} />;
  return <LoadingCaptions query={stored} onClose={onClose} />;
}

function LoadedDialog({
  captions,
  folder,
  file,
  seconds,
  onChange,
  onClose,
}: Props & { captions: Captions; onClose: () => void }) {
  const { t } = useTranslation('courses');
  const { account_id } = useAccount();
  const { upload, send } = useUpload();
  const rows = useCueRows(captions.cues, seconds);
  async function apply() {
    const cues = rows.check();
    if (!cues) return;
    const name = file?.name ?? 'captions.vtt';
    // A new path for each version, as for each upload: whoever is watching goes on with the old one.
    const path = `${folder}/${Date.now().toString(36)}-captions.vtt`;
    const body = new File([writeCaptions({ ...captions, cues })], name, { type: 'text/vtt' });
    if (!(await send(body, { bucket: `${account_id}-private`, path }, async () => true))) return;
    onChange({ path, name });
    onClose();
  }
  return (
    <Dialog
      title={t('captions.title')}
      isOpen
      isWide
      isChanged={rows.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" isBusy={upload !== null && !upload.problem} onPress={() => void apply()}>
          {t('captions.apply')}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="help">{t('captions.help')}</p>
        {upload?.problem ? <Note tone="error">{upload.problem}</Note> : null}
        <CueFields rows={rows} />
      </div>
    </Dialog>
  );
}
