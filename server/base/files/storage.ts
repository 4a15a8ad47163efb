export interface StoredFile {
  bytes: number;
  contentType: string;
  /** For conditional requests. */
  etag?: string | undefined;
  changedAt?: Date | undefined;
}

export interface LinkOptions {
  /** Seconds for which the link is valid. */
  expiresIn: number;
  /** Makes the browser save the file under this name. */
  downloadName?: string | undefined;
}

/** Storage for audio. We generate the keys; they never contain users' text. */
export interface Storage {
  /** As its failures name it. */
  readonly provider: 'S3' | 'Folder';
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** Stores a local file; throws unless the stored size equals the local one. */
  putFile(key: string, file: string, contentType: string): Promise<StoredFile>;
  /** The whole object, or null if it does not exist. */
  get(key: string): Promise<Buffer | null>;
  head(key: string): Promise<StoredFile | null>;
  remove(keys: string[]): Promise<void>;
  /** A presigned GET URL for browsers, or such a path of our own site; supports Range. */
  link(key: string, options: LinkOptions): Promise<string>;
}
