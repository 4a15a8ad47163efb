import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Refusal } from './refusal.ts';

/*
 * Verifies AWS Signature Version 4: docs.aws.amazon.com/AmazonS3/latest/API/
 * sig-v4-header-based-auth.html and sigv4-query-string-auth.html.
 */

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

interface SignedRequest {
  method: string;
  /** Path and query exactly as received: the signature covers every byte. */
  target: string;
  headers: IncomingHttpHeaders;
}

interface Claim {
  credential: string;
  signedHeaders: string[];
  signature: string;
  /** `20250131T235959Z` */
  date: string;
  payload: string;
  /** Seconds that a presigned URL is valid; null for a signed header. */
  expires: number | null;
}

const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRES = 7 * 24 * 3600;

/** Returns the signed payload hash. Throws `S3Refusal`. */
export function checkSignature(request: SignedRequest, credentials: Credentials): string {
  const [path = '', query = ''] = splitOnce(request.target, '?');
  const parameters = readQuery(query);
  const claim = claimInQuery(parameters) ?? claimInHeaders(request.headers);
  if (!claim) throw new S3Refusal(403, 'AccessDenied', 'Access Denied');
  checkCredential(claim, credentials);
  checkTime(claim, Date.now());
  checkCoverage(claim, request.headers);

  const canonical = [
    request.method,
    canonicalPath(path),
    canonicalQuery(parameters),
    ...claim.signedHeaders.map((name) => `${name}:${headerValue(request.headers, name)}`),
    '',
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n');
  const scope = claim.credential.split('/').slice(1).join('/');
  const toSign = ['AWS4-HMAC-SHA256', claim.date, scope, sha256(canonical)].join('\n');
  const expected = hmac(signingKey(credentials, claim.date), toSign);
  const given = Buffer.from(claim.signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new S3Refusal(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
    );
  }
  return claim.payload;
}

function claimInQuery(parameters: [string, string][]): Claim | null {
  const read = (name: string) => parameters.find(([key]) => key === name)?.[1];
  const signature = read('X-Amz-Signature');
  if (signature === undefined) return null;
  const expires = Number(read('X-Amz-Expires'));
  const credential = read('X-Amz-Credential');
  const date = read('X-Amz-Date');
  const signedHeaders = read('X-Amz-SignedHeaders');
  const valid = credential && date && signedHeaders && Number.isInteger(expires) && expires > 0;
  if (!valid || expires > MAX_EXPIRES || read('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') {
    throw new S3Refusal(
      400,
      'AuthorizationQueryParametersError',
      'Error parsing the X-Amz query parameters',
    );
  }
  return {
    credential,
    signedHeaders: signedHeaders.split(';'),
    signature,
    date,
    payload: read('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
    expires,
  };
}

function claimInHeaders(headers: IncomingHttpHeaders): Claim | null {
  if (!headers.authorization) return null;
  const read = headers.authorization.match(
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([\da-f]+)$/,
  );
  const date = headers['x-amz-date'];
  const payload = headers['x-amz-content-sha256'];
  const [, credential, signedHeaders, signature] = read ?? [];
  if (!credential || !signedHeaders || !signature) {
    throw new S3Refusal(
      400,
      'AuthorizationHeaderMalformed',
      'The authorization header is malformed',
    );
  }
  if (typeof date !== 'string' || typeof payload !== 'string') {
    throw new S3Refusal(403, 'AccessDenied', 'x-amz-date and x-amz-content-sha256 are required');
  }
  return {
    credential,
    signedHeaders: signedHeaders.split(';'),
    signature,
    date,
    payload,
    expires: null,
  };
}

function checkCredential(claim: Claim, credentials: Credentials) {
  const [accessKeyId, day, region, service, end] = claim.credential.split('/');
  if (accessKeyId !== credentials.accessKeyId) {
    throw new S3Refusal(
      403,
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    );
  }
  const isOurScope = region === credentials.region && service === 's3' && end === 'aws4_request';
  if (!isOurScope || day !== claim.date.slice(0, 8)) {
    throw new S3Refusal(
      400,
      'AuthorizationHeaderMalformed',
      `The credential scope is wrong; expecting region '${credentials.region}'`,
    );
  }
}

function checkTime(claim: Claim, now: number) {
  const iso = claim.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const signedAt = Date.parse(iso);
  if (Number.isNaN(signedAt)) throw new S3Refusal(403, 'AccessDenied', 'Invalid date');
  const isExpired =
    claim.expires === null ? signedAt + MAX_SKEW_MS < now : signedAt + claim.expires * 1000 < now;
  if (isExpired && claim.expires !== null) {
    throw new S3Refusal(403, 'AccessDenied', 'Request has expired');
  }
  if (isExpired || signedAt - MAX_SKEW_MS > now) {
    throw new S3Refusal(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
}

/** Host and x-amz headers must be signed, or an attacker could redirect or alter the request. */
function checkCoverage(claim: Claim, headers: IncomingHttpHeaders) {
  const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (needed.some((name) => !claim.signedHeaders.includes(name))) {
    throw new S3Refusal(403, 'AccessDenied', 'There were headers present which were not signed');
  }
}

function headerValue(headers: IncomingHttpHeaders, name: string): string {
  return String(headers[name] ?? '')
    .trim()
    .replace(/\s+/g, ' ');
}

function canonicalPath(path: string): string {
  return path
    .split('/')
    .map((part) => encode(decode(part)))
    .join('/');
}

function canonicalQuery(parameters: [string, string][]): string {
  return parameters
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

export function readQuery(query: string): [string, string][] {
  return query
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = splitOnce(pair, '=');
      return [decode(name), decode(value)];
    });
}

/** `decodeURIComponent`, but throws `S3Refusal` for invalid percent-encoding. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Refusal(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

/** AWS encodes everything but the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function signingKey(credentials: Credentials, date: string): Buffer {
  const steps = [date.slice(0, 8), credentials.region, 's3', 'aws4_request'];
  return steps.reduce<Buffer>(hmac, Buffer.from(`AWS4${credentials.secretAccessKey}`));
}

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
