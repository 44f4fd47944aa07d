import { useDb } from '#base/browser/db-client.ts';
import { PhoneCode } from './phone-code.tsx';

/** After a text that confirms a sign-up. */
export function SignUpText({
  phone,
  onConfirmed,
  onLeave,
}: {
  phone: string;
  onConfirmed: (userId: string) => Promise<void>;
  onLeave: () => void;
}) {
  const wire = useDb();
  return (
    <PhoneCode
      phone={phone}
      isNew
      onCode={async (token) => {
        const { data, error } = await wire.auth.verifyOtp({ phone, token, type: 'sms' });
        if (!error && data.user) await onConfirmed(data.user.id);
        return error;
      }}
      onResend={async () => (await wire.auth.resend({ type: 'sms', phone })).error}
      onLeave={onLeave}
    />
  );
}
