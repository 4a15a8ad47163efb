import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orders, users } from '../base/db/tables.ts';
import { type AdminApp, openAdminApp } from '../testing/adminApp.ts';
import { signInWithGoogle, someone } from '../testing/signInWithGoogle.ts';

let app: AdminApp;
beforeAll(async () => {
  app = await openAdminApp();
});
afterAll(() => app.close());

it('a person who signs in by password and with Google gets only one bonus episode', async () => {
  const { visitor: byPassword, email } = await app.buyer();
  await app.db
    .update(users)
    .set({ emailVerifiedBy: 'email', hasMadeFirstPurchase: true })
    .where(eq(users.email, email));
  const withGoogle = app.visitor();
  const { body } = await signInWithGoogle(app, someone({ email }), withGoogle);
  expect(body).toMatchObject({ isNewUser: false });

  const free: [typeof withGoogle, string][] = [];
  for (const visitor of [byPassword, withGoogle]) {
    for (let n = 0; n < 5; n++) {
      free.push([visitor, await app.place(visitor, { duration: 10, useBonus: true })]);
    }
  }
  const claims = free.map(async ([visitor, id]) => {
    return (await visitor.post(`/api/orders/${id}/checkout`)).status;
  });
  expect((await Promise.all(claims)).sort()).toEqual([200, ...Array(9).fill(400)]);
  const given = await app.db.select().from(orders).where(eq(orders.isBonus, true));
  expect(given.filter(({ status }) => status === 'paid')).toHaveLength(1);
});
