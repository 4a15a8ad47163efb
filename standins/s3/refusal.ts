import type { Response } from 'express';

/** Codes and statuses are from the S3 API reference, "Error responses". */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function answerRefusal(res: Response, resource: string, refusal: S3Refusal) {
  res
    .status(refusal.status)
    .type('application/xml')
    .end(`<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>${refusal.code}</Code><Message>${escapeXml(refusal.message)}</Message><Resource>${escapeXml(resource)}</Resource><RequestId>${res.get('x-amz-request-id') ?? ''}</RequestId></Error>`);
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

export function unescapeXml(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text.replace(
    /&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi,
    (_whole, hex, decimal, name) => {
      if (name) return named[name] ?? '';
      return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
    },
  );
}

export const hashMismatch = () =>
  new S3Refusal(
    400,
    'XAmzContentSHA256Mismatch',
    "The provided 'x-amz-content-sha256' header does not match what was computed.",
  );
