import type { Router } from 'express';
import type { Accounts } from './accounts.ts';
import type { Faults } from './faults.ts';
import type { PurchaseLog } from './purchaseLog.ts';

export interface StandinTools {
  /** Its own folder: state must survive a kill -9. */
  dir: string;
  /** Where its router is mounted, absolute, without a trailing slash. */
  url: string;
  /** `secret('x')` is random, and never changes for this folder. */
  secret(name: string): string;
  purchaseLog: PurchaseLog;
  faults: Faults;
  accounts: Accounts;
}

export interface Standin<Address> {
  router: Router;
  /** Pages and settings for people and tests: only outside production and only from loopback. */
  controls?: Router;
  /** Controls at the root of the origin, for an SDK that takes a host but no path. */
  rootControls?: Router;
  address: Address;
  close(): Promise<void>;
}

/** How the product reaches the stand-ins: the same fields as for a real account. */
export interface StandinAddresses {
  openai: { baseUrl: string; apiKey: string };
  elevenlabs: { baseUrl: string; apiKey: string };
  paddle: {
    baseUrl: string;
    apiKey: string;
    webhookSecret: string;
    clientToken: string;
    script: string;
    /** Where the product registers its webhook address, as a seller does in Paddle's dashboard. */
    destinations: string;
  };
  google: {
    apiKey: string;
    projectId: string;
    authDomain: string;
    /** The origin whose root has the emulator's paths, where the SDK expects them. */
    url: string;
    script: string;
    /** Public signing keys: `{kid: PEM}`. */
    certificates: string;
  };
  s3: {
    endpoint: string;
    publicEndpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  smtp: { url: string };
  web: {
    /** The pages are at `pages/…` below it, the rest as the stand-in's start page lists it. */
    url: string;
    mediawiki: string;
  };
}

export interface StandinsOptions {
  dir: string;
  url: string;
  /** Serves the mailbox, faults, purchase log, addresses and demo checkout to this machine. */
  controls: boolean;
  /** Lets other machines use the providers (`ALLOW_STANDINS`), but never the controls. */
  open?: boolean;
  /** The providers to mount, by the product's names for them; all by default. */
  providers?: readonly string[];
}

export interface Standins {
  router: Router;
  root: Router;
  addresses: StandinAddresses;
  close(): Promise<void>;
}
