import { useWatch } from 'react-hook-form';
import { useDemoWriter } from '../../api/config.ts';
import type { OrderControl } from '../form.ts';
import { lacksDemoSubject } from './demoSubject.ts';

export function useLacksDemoSubject(control: OrderControl): boolean {
  const isDemo = useDemoWriter();
  const [topic, sources] = useWatch({ control, name: ['topic', 'sources'] });
  return isDemo && lacksDemoSubject({ topic, sources });
}
