import { S3ServiceException } from '@aws-sdk/client-s3';
import { ProviderFailure, type ProviderTrouble } from '../kit/provider.ts';

/** A HEAD response has no body, so its error has no proper name. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name);
}

/** The store may lack the whole request, or want the Content-MD5 that the SDK omits. */
export function isUnsupported(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  if (error.name === 'NotImplemented' || statusOf(error) === 501) return true;
  return statusOf(error) === 400 && /md5|checksum|digest/i.test(`${error.name} ${error.message}`);
}

/** A wrong bucket or region: every call fails until the configuration is fixed. */
const MISCONFIGURED = ['NoSuchBucket', 'AuthorizationHeaderMalformed', 'ExpiredToken'];

export function s3Failure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const status = statusOf(error);
  const name = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new ProviderFailure('S3', troubleOf(error, status), `${status ?? 'no answer'} ${name}`, {
    cause: error,
  });
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return undefined;
  const metadata: unknown = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  return 'httpStatusCode' in metadata && typeof metadata.httpStatusCode === 'number'
    ? metadata.httpStatusCode
    : undefined;
}

/** Codes of transient 4xx errors (docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). */
const PASSING = ['RequestTimeout', 'OperationAborted', 'TemporaryRedirect'];

function troubleOf(error: unknown, status: number | undefined): ProviderTrouble {
  if (error instanceof SyntaxError) return 'broken';
  if (error instanceof Error && PASSING.includes(error.name)) return 'busy';
  if (status === undefined || status === 408 || status === 429 || status >= 500) return 'busy';
  if (status < 300) return 'broken';
  const known = error instanceof Error && MISCONFIGURED.includes(error.name);
  return known || [301, 401, 403].includes(status) ? 'refused' : 'rejected';
}
