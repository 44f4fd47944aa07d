import { useTranslation } from 'react-i18next';
import { install, useInstall } from '#base/browser/install.ts';
import { useSiteBranding } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';

/** Installs the site as an app: by a button where the browser has an install prompt, else with instructions. */
export function InstallDialog({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { t } = useTranslation('shell');
  const { title, icon } = useSiteBranding();
  const state = useInstall();
  async function begin() {
    if (!(await install())) return;
    onOpenChange(false);
    showToast(t('install.done', { site: title }));
  }
  return (
    <Dialog
      title={t('install.title', { site: title })}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      footer={
        state === 'ready' ? (
          <Button variant="primary" onPress={() => void begin()}>
            {t('install.do')}
          </Button>
        ) : undefined
      }
    >
      <div className="flex items-start gap-4">
        {icon ? (
          <img src={icon} alt="" width={48} height={48} className="size-12 flex-none rounded-box object-cover" />
        ) : null}
        <div className="grid gap-2">
          <p className="muted">{t('install.text')}</p>
          {state === 'ready' ? null : <p>{t(`install.${state}`)}</p>}
        </div>
      </div>
    </Dialog>
  );
}
