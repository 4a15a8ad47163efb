import { Link } from 'wouter';
import { brand } from '#shared/brand.ts';
import { useConfig } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';

/** Use it to start a sentence, because the name may end in a full stop. */
export function Seller() {
  const sells = useSales();
  const { name, address } = useConfig()?.legal ?? { name: brand.name, address: '' };
  // The software's own name is not that of whoever runs the house.
  if (!sells && name === brand.name) return 'Whoever runs this house';
  return (
    <>
      <strong>{name}</strong>
      {address && `, ${address},`}
    </>
  );
}

/** The sentence must also read well while the address is missing. */
export function SupportAddress() {
  const sells = useSales();
  const supportEmail = useConfig()?.supportEmail;
  if (!sells) return <Link href="/contact">whoever runs this house</Link>;
  if (!supportEmail) return 'the address at the foot of our emails';
  return (
    <a href={`mailto:${supportEmail}`} className="[overflow-wrap:anywhere]">
      {supportEmail}
    </a>
  );
}
