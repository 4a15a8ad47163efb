import { bootstrap } from './bootstrap.tsx';
import './app.css';

// Our security policy forbids the code that zod would generate, and browsers report even the try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void bootstrap(root, () => import('./hydrate.tsx'));
