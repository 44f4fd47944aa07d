/**
 * The network of an address, for rate limits: of IPv6 (RFC 4291) the first 64 bits, since a client usually has that
 * whole network and can use another address for each request; of IPv4 the whole address.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [left = '', right] = (address.toLowerCase().split('%')[0] ?? '').split('::');
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));
  const before = groupsOf(left);
  const after = right === undefined ? [] : groupsOf(right);
  // The last two groups may be written as an IPv4 address.
  const length = before.length + after.length + ((after.at(-1) ?? before.at(-1))?.includes('.') ? 1 : 0);
  const zeros: string[] = right === undefined ? [] : Array.from({ length: Math.max(0, 8 - length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
