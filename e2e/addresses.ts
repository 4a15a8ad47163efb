/** URLs of this worker's product and stand-ins, set before its first test. */
export const addresses = { product: '', standins: '' };
