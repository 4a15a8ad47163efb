import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { networksOf } from './network.ts';

const networkOf = (address: string) => networksOf(address)[0] ?? '';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51000', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:C000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:c000:0207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
  ['nonsense', 'unknown'],
  [`${'1'.repeat(300)}`, 'unknown'],
])('the address %j belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

it('every IPv6 address shares its network with all of its /64 and with nothing outside it', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const four = fc.tuple(group, group, group, group);
  const written = (groups: number[]) => groups.map((one) => one.toString(16)).join(':');
  fc.assert(
    fc.property(four, four, four, four, (prefix, one, other, foreign) => {
      const network = networkOf(written([...prefix, ...one]));
      fc.pre(network.endsWith('/64'));
      expect(networkOf(written([...prefix, ...other]).toUpperCase())).toBe(network);
      fc.pre(written(foreign) !== written(prefix));
      expect(networkOf(written([...foreign, ...one]))).not.toBe(network);
    }),
  );
});

it('every spelling of an address has one network, which is short', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const network = networkOf(address);
      expect(network.length).toBeLessThan(30);
      expect(networkOf(new URL(`http://[${address}]`).hostname)).toBe(network);
    }),
  );
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      fc.pre(isIP(address) === 4);
      expect(networkOf(`::ffff:${address}`)).toBe(networkOf(address));
    }),
  );
});

it('of an IPv6 address its /56 and its /48 are known as well', () => {
  expect(networksOf('2001:db8:1:2a3b:4:5:6:7')).toEqual([
    '2001:db8:1:2a3b::/64',
    '2001:db8:1:2a00::/56',
    '2001:db8:1:0::/48',
  ]);
  expect(networksOf('192.0.2.7')).toEqual(['192.0.2.7']);
  expect(networksOf('nonsense')).toEqual(['unknown']);
});
