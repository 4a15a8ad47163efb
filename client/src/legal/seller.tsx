import { brand } from '#shared/brand.ts';
import { useConfig } from '../config.ts';

/** Who stands behind the page, and where: begins a sentence, because a name may end in a full stop. */
export function Seller() {
  const { name, address } = useConfig()?.legal ?? { name: brand.name, address: '' };
  return (
    <>
      <strong>{name}</strong>
      {address && `, ${address},`}
    </>
  );
}

/** Where to write. The text stays whole while the address is on its way, or when it never comes. */
export function SupportAddress() {
  const supportEmail = useConfig()?.supportEmail;
  if (!supportEmail) return 'the address at the foot of our letters';
  return (
    <a href={`mailto:${supportEmail}`} className="[overflow-wrap:anywhere]">
      {supportEmail}
    </a>
  );
}
