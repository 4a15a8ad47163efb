/** The smallest first. */
export const tiers = ['free', 'starter', 'creator', 'pro', 'scale', 'business'] as const;
export type Tier = (typeof tiers)[number];

/** Credits a month. */
const credits: Record<Tier, number> = {
  free: 10_000,
  starter: 30_000,
  creator: 100_000,
  pro: 500_000,
  scale: 2_000_000,
  business: 11_000_000,
};

export interface Sound {
  /** Hz. */
  sampleRate: number;
  /** kbit/s; null for raw samples. */
  bitrate: number | null;
}

const pcmRates: Record<string, number> = {
  pcm_8000: 8_000,
  pcm_16000: 16_000,
  pcm_22050: 22_050,
  pcm_24000: 24_000,
  pcm_32000: 32_000,
  pcm_44100: 44_100,
  pcm_48000: 48_000,
};
const MP3_RATE = 44_100;
/** Bitrates in kbit/s. */
const mp3Bitrates: Record<string, number> = { mp3_44100_128: 128, mp3_44100_192: 192 };

/** The smallest plan with this format; formats not listed are in every plan. */
const minimumTier: Record<string, Tier> = {
  mp3_44100_192: 'creator',
  pcm_44100: 'pro',
  pcm_48000: 'pro',
  wav_44100: 'pro',
};

export function missingTier(format: string, tier: Tier): Tier | null {
  const least = minimumTier[format] ?? 'free';
  return tiers.indexOf(tier) < tiers.indexOf(least) ? least : null;
}

export function soundOf(format: string): Sound | null {
  const bitrate = mp3Bitrates[format] ?? null;
  const sampleRate = bitrate ? MP3_RATE : pcmRates[format];
  return sampleRate ? { sampleRate, bitrate } : null;
}

interface Credits {
  tier: Tier;
  credits: number | null;
}

export function creditsLeft(account: Credits, spent: number): number {
  return account.credits === null ? Number.POSITIVE_INFINITY : account.credits - spent;
}

export function wireSubscription(account: Credits, spent: number, now: number) {
  const byUse = account.credits === null;
  const period = account.tier === 'free' ? null : 'monthly_period';
  return {
    tier: account.tier,
    character_count: spent,
    character_limit: account.credits ?? credits[account.tier],
    max_credit_limit_extension: byUse ? 'unlimited' : 0,
    can_extend_character_limit: account.tier !== 'free',
    allowed_to_extend_character_limit: byUse,
    next_character_count_reset_unix: startOfNextMonth(now),
    voice_slots_used: 0,
    professional_voice_slots_used: 0,
    professional_voice_slots_used_in_workspace: 0,
    voice_limit: 30,
    voice_add_edit_counter: 0,
    professional_voice_limit: 1,
    can_extend_voice_limit: false,
    can_use_instant_voice_cloning: account.tier !== 'free',
    can_use_professional_voice_cloning: false,
    currency: 'usd',
    current_overage: { amount: '0', currency: 'usd' },
    status: account.tier === 'free' ? 'free' : 'active',
    billing_period: period,
    character_refresh_period: 'monthly_period',
    next_invoice: null,
    open_invoices: [],
    has_open_invoices: false,
    pending_change: null,
  };
}

function startOfNextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
}
