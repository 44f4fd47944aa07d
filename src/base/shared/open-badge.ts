/** What an Open Badge says. Moments are ISO 8601 where they are texts. */
export type BadgeFacts = {
  id: string;
  holder: string;
  name: string;
  description: string;
  issuer: string;
  /** Of the name, where it is known. */
  language: string | null;
  salt: string;
  /** SHA-256 of the holder's e-mail address followed by the salt, hexadecimal. */
  email_hash: string;
  status_index: number;
  awarded_at: string | Date;
  expires_at: string | Date | null;
  is_certificate: boolean;
};
