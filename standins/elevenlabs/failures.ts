import type { ErrorRequestHandler } from 'express';
import type { ElevenlabsAccount } from './account.ts';
import { Refusal } from './wire.ts';

interface ErrorText {
  status: string;
  message: string;
  /** The invalid parameter, which only the newer error format names. */
  param?: string | undefined;
}

/** `type` and `code` of the newer error format for each old `status`, as observed. */
const newer: Record<string, [type: string, code: string]> = {
  needs_authorization: ['authentication_error', 'missing_api_key'],
  invalid_api_key: ['authentication_error', 'unauthorized'],
  missing_permissions: ['authorization_error', 'insufficient_permissions'],
  voice_not_found: ['not_found', 'voice_not_found'],
  'only_for_creator+': ['authorization_error', 'subscription_required'],
  payment_required: ['payment_required', 'paid_plan_required'],
  output_format_not_allowed: ['authorization_error', 'subscription_required'],
  input_text_empty: ['validation_error', 'invalid_parameters'],
  max_character_limit_exceeded: ['validation_error', 'text_too_long'],
  unsupported_model: ['validation_error', 'unsupported_model'],
  model_not_found: ['validation_error', 'model_not_found'],
  quota_exceeded: ['payment_required', 'quota_exceeded'],
};

export function answerFailure(shapeOf: () => ElevenlabsAccount['errors']): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    const { code, detail } = error instanceof Refusal ? error : refusalFor(error);
    if (res.headersSent) {
      res.destroy();
      return;
    }
    const body = isErrorText(detail) ? shaped(detail, shapeOf(), res.get('request-id')) : detail;
    res.status(code).json({ detail: body });
  };
}

function shaped({ status, message, param }: ErrorText, shape: string, id: string | undefined) {
  if (shape === 'old') return { status, message };
  const [type, code] = newer[status] ?? ['invalid_request', status];
  const detail = { type, code, message, request_id: id, param };
  return shape === 'new' ? detail : { ...detail, status };
}

const isErrorText = (detail: unknown): detail is ErrorText =>
  typeof detail === 'object' && detail !== null && 'status' in detail;

/** Express's body parser puts the HTTP status on its errors. */
function refusalFor(error: unknown): Refusal {
  const status = error instanceof Error && 'status' in error ? error.status : 500;
  if (status === 400) {
    return new Refusal(422, [{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' }]);
  }
  if (status === 413) return new Refusal(413, { status: 'too_large', message: 'Too large.' });
  return new Refusal(500, { status: 'internal_server_error', message: String(error) });
}
