import type { Endpoint } from '../base/http/endpoint.ts';
import { documentOf } from '../base/openapi/openapiDocument.ts';

/** Nothing listens at the address: tests read the emails in the outbox. */
export const HOUSE_WITH_SMTP = {
  SALES: 'off',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hello@duologue.example',
};

/**
 * Documented as in a shop, but a house wants a setup code, charges minutes, makes a voice's first
 * sample for accounts only, keeps sound in a folder and checks less.
 */
const OTHERWISE =
  /^POST \/api\/(auth\/register|orders|admin\/checks)$|^(GET|HEAD) \/(api\/voices|media)\/.*\.mp3$/;

interface Edition {
  endpoints: Endpoint[];
}

/** Returns the calls of `one` that `other` lacks, documents otherwise or answers otherwise. */
export function changedIn(one: Edition, other: Edition): Endpoint[] {
  const described = new Map(other.endpoints.map((endpoint) => [endpoint.call, textOf(endpoint)]));
  return one.endpoints.filter(
    (endpoint) =>
      OTHERWISE.test(endpoint.call) || described.get(endpoint.call) !== textOf(endpoint),
  );
}

const textOf = (endpoint: Endpoint) => JSON.stringify(documentOf([endpoint]));
