import { useSite } from '#base/browser/site.tsx';
import { takeRecoveryText, textRecovery } from '../phones/data.ts';
import { PhoneCode } from './phone-code.tsx';

/** Takes the code of a recovery text on the platform's host, where no site's script can read it. */
export function RecoveryText({
  phone,
  onToken,
  onLeave,
}: {
  phone: string;
  onToken: (token: string) => void;
  onLeave: () => void;
}) {
  const site = useSite();
  return (
    <PhoneCode
      phone={phone}
      onCode={async (code) => {
        const { data, error } = await takeRecoveryText(site, phone, code);
        if (data) onToken(data.token_hash);
        return error;
      }}
      onResend={async () => (await textRecovery(site, phone)).error}
      onLeave={onLeave}
    />
  );
}
