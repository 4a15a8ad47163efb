import bcrypt from 'bcrypt';

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const OWASP_MINIMUM = 10;
const LEAST_COST = 4;

// Hundreds of tests register an account, and a hash as slow as the product's takes longer than most
// of them. The cost that the product asks for is still checked.
const { hash } = bcrypt;
async function hashQuickly(password: string, cost: number): Promise<string> {
  if (cost < OWASP_MINIMUM) throw new Error(`bcrypt's cost ${cost} is less than ${OWASP_MINIMUM}`);
  return hash(password, LEAST_COST);
}
if (hash.name !== hashQuickly.name) bcrypt.hash = hashQuickly as typeof hash;
