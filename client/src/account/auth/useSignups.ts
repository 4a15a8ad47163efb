import { useConfig } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';

type Signups = {
  /** Whether anybody may make an account; null in a house while that is not known. */
  areOpen: boolean | null;
  /** Whether there is no account yet: the first is made with the code that the server printed. */
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
