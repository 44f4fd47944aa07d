export function StorageMeter() {
  return null;
}
