import { bootstrap } from './bootstrap.tsx';
import './app.css';

// Our policy forbids the code that zod would write for itself, and a browser reports even the try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void bootstrap(root, () => import('./hydrate.tsx'));
