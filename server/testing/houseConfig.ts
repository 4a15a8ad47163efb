import type { Endpoint } from '../base/http/endpoint.ts';
import { documentOf } from '../base/openapi/openapiDocument.ts';

/**
 * The environment of a house that writes emails. None leaves: those that prove something are read where
 * they wait.
 */
export const HOUSE_WITH_SMTP = {
  SALES: 'off',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hello@duologue.example',
};

/**
 * Calls that a house describes as a shop does and answers otherwise: it wants a setup code, gives within
 * minutes, has a voice's first sample made for accounts only, keeps sound in a folder and checks less.
 */
const OTHERWISE =
  /^POST \/api\/(auth\/register|orders|admin\/checks)$|^(GET|HEAD) \/(api\/voices|media)\/.*\.mp3$/;

interface Edition {
  endpoints: Endpoint[];
}

/** The calls of an edition that the other does not have, describes otherwise or answers otherwise. */
export function changedIn(one: Edition, other: Edition): Endpoint[] {
  const described = new Map(other.endpoints.map((endpoint) => [endpoint.call, textOf(endpoint)]));
  return one.endpoints.filter(
    (endpoint) =>
      OTHERWISE.test(endpoint.call) || described.get(endpoint.call) !== textOf(endpoint),
  );
}

/** Who is let in, what it takes and what it replies. */
const textOf = (endpoint: Endpoint) => JSON.stringify(documentOf([endpoint]));
