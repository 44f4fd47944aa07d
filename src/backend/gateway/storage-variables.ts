import { join, resolve } from 'node:path';
import { unusable, type Variables } from './variables.ts';

export type StorageVariables = {
  /** Where files lie. */
  folder: string;
  /** Bytes of one file. */
  fileSizeLimit: number;
};

const FILE_SIZE_LIMIT = 50 * 1024 * 1024;
const MOST_BYTES = 5 * 1024 ** 4;

/** @throws {StartError} naming the variable. */
export function readStorageVariables(variables: Variables, dataFolder: string): StorageVariables {
  const backend = variables.oneOf('STORAGE_BACKEND', ['file', 's3']) ?? 'file';
  if (backend === 's3') throw unusable('STORAGE_BACKEND', 'it must be file');
  const folder = variables.text('FILE_STORAGE_BACKEND_PATH') ?? variables.text('STORAGE_FILE_BACKEND_PATH');
  return {
    folder: folder ? resolve(folder) : join(dataFolder, 'storage'),
    fileSizeLimit: variables.count('FILE_SIZE_LIMIT', 1, MOST_BYTES) ?? FILE_SIZE_LIMIT,
  };
}
