export const stateTones = { valid: 'success', expired: 'warning', revoked: 'error' } as const;
