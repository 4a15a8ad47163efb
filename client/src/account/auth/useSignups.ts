import { useConfig } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';

type Signups = {
  /** Null in a house until it is known. */
  areOpen: boolean | null;
  /** There is no account yet: the first one needs the code that the server printed. */
  needSetupCode: boolean;
};

export function useSignups(): Signups {
  const sells = useSales();
  const house = useConfig()?.house;
  if (sells) return { areOpen: true, needSetupCode: false };
  if (!house) return { areOpen: null, needSetupCode: false };
  const { signups, needsSetupCode } = house;
  return { areOpen: signups || needsSetupCode, needSetupCode: needsSetupCode };
}
