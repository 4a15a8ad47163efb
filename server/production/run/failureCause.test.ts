import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { DrizzleQueryError } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { isOfDatabase, isOfMachine } from './failureCause.ts';

async function errorOf(failing: Promise<unknown>): Promise<unknown> {
  return failing.then(
    () => null,
    (error) => error,
  );
}
function answered(code: string): DrizzleQueryError {
  const answer = new DatabaseError('the server says no', 1, 'error');
  answer.code = code;
  return new DrizzleQueryError('select 1', [], answer);
}
const noPeer = new Promise((_resolve, reject) => connect(1, '127.0.0.1').on('error', reject));

it.each([
  ['a folder that is not there', errorOf(mkdtemp('/nowhere/at/all/')), 'machine'],
  ['a program that is not there', errorOf(promisify(execFile)('/nowhere/ffmpeg')), 'machine'],
  ['a wire without a peer', errorOf(noPeer), 'database'],
  ['a database that is shut down', answered('57P01'), 'database'],
  ['a database whose disk is full', answered('53100'), 'database'],
  ['a database that takes no writes', answered('25006'), 'database'],
  ['a connection that ended', new Error('Connection terminated unexpectedly'), 'database'],
  ['a text that the database cannot keep', answered('22021'), null],
  ['a fault of the program', new TypeError('x is not a function'), null],
  ['words that are no error', 'ENOSPC', null],
])('whose fault it is: %s', async (_what, failing, whose) => {
  const error = await failing;
  expect(error).not.toBeNull();
  expect([isOfMachine(error), isOfDatabase(error)]).toEqual([
    whose === 'machine',
    whose === 'database',
  ]);
});
