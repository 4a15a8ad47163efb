export interface StoredFile {
  bytes: number;
  contentType: string;
  etag?: string | undefined;
  changedAt?: Date | undefined;
}

export interface LinkOptions {
  /** Seconds. */
  expiresIn: number;
  downloadName?: string | undefined;
}

/** We generate the keys; they never contain users' text. */
export interface Storage {
  readonly provider: 'S3' | 'Folder';
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** Throws unless the stored size equals the local one. */
  putFile(key: string, file: string, contentType: string): Promise<StoredFile>;
  get(key: string): Promise<Buffer | null>;
  head(key: string): Promise<StoredFile | null>;
  remove(keys: string[]): Promise<void>;
  /** A presigned GET URL for browsers, or such a path of our own site; supports Range. */
  link(key: string, options: LinkOptions): Promise<string>;
}
