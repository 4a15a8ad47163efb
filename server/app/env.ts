import { existsSync } from 'node:fs';

// Imported first, so that what stands in .env is there before anything reads the environment.
if (existsSync('.env')) process.loadEnvFile('.env');
