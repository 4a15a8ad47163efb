import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadGoogle } from './googleSignIn.ts';

const src = 'https://apis.google.example/js/api.js';
const settings = {
  apiKey: 'key',
  projectId: 'project',
  authDomain: 'project.firebaseapp.com',
  tokenSyncUrl: null,
  standin: { url: 'https://firebase.example', script: src },
};
const scripts = () => document.head.querySelectorAll(`script[src="${src}"]`);

test('an empty Google script counts as unreachable, and the next try loads it again', async () => {
  for (const tries of [1, 2]) {
    const google = loadGoogle(settings);
    await waitFor(() => expect(scripts()).toHaveLength(tries));
    scripts()[tries - 1]?.dispatchEvent(new Event('load'));
    await expect(google).rejects.toThrow('We couldn’t reach Google. Check your connection');
  }
});
