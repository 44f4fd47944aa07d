import { useDb } from '#base/browser/db-client.ts';
import { PhoneCode } from './phone-code.tsx';

/** Form for the texted code that confirms a sign-up. */
export function SignUpText({
  phone,
  onConfirmed,
  onLeave,
}: {
  phone: string;
  onConfirmed: (userId: string) => Promise<void>;
  onLeave: () => void;
}) {
  const db = useDb();
  return (
    <PhoneCode
      phone={phone}
      isNew
      onCode={async (token) => {
        const { data, error } = await db.auth.verifyOtp({ phone, token, type: 'sms' });
        if (!error && data.user) await onConfirmed(data.user.id);
        return error;
      }}
      onResend={async () => (await db.auth.resend({ type: 'sms', phone })).error}
      onLeave={onLeave}
    />
  );
}
