import { PushPanel } from './push-panel.tsx';
import { WishesForm } from './wishes-form.tsx';

/** All that decides how somebody hears of what waits for them. */
export function Preferences({ userId }: { userId: string }) {
  return (
    <div className="grid gap-4">
      <PushPanel userId={userId} />
      <WishesForm userId={userId} />
    </div>
  );
}
