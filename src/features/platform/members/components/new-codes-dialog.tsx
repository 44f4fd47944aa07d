import { Copy, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#base/browser/session.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';

/** Shows new recovery codes once: copy, download and print. Asks before closing when none of these was used. */
export function NewCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('members');
  const email = useSession().session?.user.email ?? '';
  const [isSaved, setSaved] = useState(false);
  const title = t('recovery.newTitle');
  const text = [title, location.host, email, '', ...codes, ''].join('\n');

  return (
    <Dialog
      title={title}
      isOpen
      isDismissable={false}
      isChanged={!isSaved}
      question={{
        title: t('recovery.unsavedTitle'),
        text: t('recovery.unsavedText'),
        drop: t('recovery.unsavedClose'),
        keep: t('recovery.unsavedStay'),
      }}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={(close) => (
        <Button variant="primary" onPress={close}>
          {t('recovery.done')}
        </Button>
      )}
    >
      <div className="grid gap-4">
        <p className="muted">{t('recovery.newText')}</p>
        <ol className="card grid gap-1 p-3" aria-label={title}>
          {codes.map((code) => (
            <li key={code}>
              <code dir="ltr">{code}</code>
            </li>
          ))}
        </ol>
        <SaveButtons title={title} text={text} onSaved={() => setSaved(true)} />
      </div>
    </Dialog>
  );
}

function SaveButtons({ title, text, onSaved }: { title: string; text: string; onSaved: () => void }) {
  const { t } = useTranslation('members');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      onSaved();
      showToast(t('recovery.copied'));
    } catch {
      showError(t('problem.unknown'));
    }
  }
  function download() {
    saveTextFile(text, `${location.host}-codes.txt`);
    onSaved();
  }
  function print() {
    if (printText(title, text)) onSaved();
  }
  return (
    <div className="row flex-wrap">
      <Button icon={Copy} onPress={() => void copy()}>
        {t('recovery.copy')}
      </Button>
      <Button icon={Download} onPress={download}>
        {t('recovery.download')}
      </Button>
      <Button icon={Printer} onPress={print}>
        {t('recovery.print')}
      </Button>
    </div>
  );
}

function saveTextFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** Prints from an iframe, so that the page behind the dialog is not printed. Returns whether the browser could. */
function printText(title: string, text: string): boolean {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  if (!page || !frame.contentWindow) {
    frame.remove();
    return false;
  }
  page.title = title;
  const content = page.createElement('pre');
  content.textContent = text;
  page.body.append(content);
  frame.contentWindow.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow.print();
  return true;
}
