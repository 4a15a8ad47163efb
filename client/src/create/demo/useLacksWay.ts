import { useWatch } from 'react-hook-form';
import { useDemoWriter } from '../../api/config.ts';
import type { OrderControl } from '../form.ts';
import { lacksWay } from './lacksWay.ts';

export function useLacksWay(control: OrderControl): boolean {
  const isDemo = useDemoWriter();
  const [topic, sources] = useWatch({ control, name: ['topic', 'sources'] });
  return isDemo && lacksWay({ topic, sources });
}
