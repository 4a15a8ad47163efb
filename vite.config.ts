import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { documentPlugin } from './client/document/plugin.ts';

const root = import.meta.dirname;

export default defineConfig({
  root: path.join(root, 'client'),
  plugins: [react(), tailwindcss(), documentPlugin()],
  build: { outDir: path.join(root, 'dist/client'), emptyOutDir: true },
});
