import { brand } from '#shared/brand.ts';
import { useConfig } from '../api/config.ts';

/** The seller's name and address. Starts a sentence, because the name may end in a full stop. */
export function Seller() {
  const { name, address } = useConfig()?.legal ?? { name: brand.name, address: '' };
  return (
    <>
      <strong>{name}</strong>
      {address && `, ${address},`}
    </>
  );
}

/** The support address. The sentence also reads well while it is missing. */
export function SupportAddress() {
  const supportEmail = useConfig()?.supportEmail;
  if (!supportEmail) return 'the address at the foot of our letters';
  return (
    <a href={`mailto:${supportEmail}`} className="[overflow-wrap:anywhere]">
      {supportEmail}
    </a>
  );
}
