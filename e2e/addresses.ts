/** Where this worker's product and its stand-ins are; set before the first of its tests. */
export const addresses = { product: '', standins: '' };
