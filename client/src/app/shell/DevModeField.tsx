import { useAuth } from '../../api/session/session.tsx';
import { SelectField } from '../../ui/SelectField.tsx';

const ROLES = [
  ['logout', 'Nobody'],
  ['user', 'A user'],
  ['admin', 'An admin'],
] as const;

export function DevModeField() {
  const { devMode, setDevMode } = useAuth();
  if (!setDevMode) return null;
  return (
    <SelectField
      className="mt-11"
      label="Development: signed in"
      options={ROLES}
      value={devMode}
      onChange={({ target }) => {
        const [role] = ROLES.find(([value]) => value === target.value) ?? ROLES[0];
        void setDevMode(role);
      }}
    />
  );
}
