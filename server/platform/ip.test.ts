import { expect, test } from 'vitest'
import { fc } from '../../scripts/properties.ts'
import { blockOf, networkOf, normalizeIp, shortenIp } from './ip.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['192.0.2.1:443', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:0201', '192.0.2.1'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
  ['[::ffff:192.0.2.1]:443', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:DB8::1', '2001:db8::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25en0]:80', 'fe80::1'],
  ['::1', '::1'],
  ['::', '::'],
])('%s is %s', (given, ip) => {
  expect(normalizeIp(given)).toBe(ip)
})

test.each([
  '',
  'unknown',
  '_hidden',
  'localhost',
  '192.0.2',
  '192.0.2.256',
  '192.0.2.01',
  '0xC0.0.2.1',
  '192.0.2.1, 192.0.2.2',
  '192.0.2.1:port',
  '2001:db8::1::2',
  '2001:db8:0:0:0:0:0:1:443',
  '[2001:db8::1',
  'a'.repeat(5000),
])('%s is not an address', (given) => {
  expect(normalizeIp(given)).toBeUndefined()
})

const groups = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 })
/** The different spellings of one IP address. */
const spelled = (numbers: readonly number[]) =>
  fc
    .record({
      width: fc.constantFrom(0, 4),
      isUpper: fc.boolean(),
      cut: fc.nat(7),
      wrap: fc.constantFrom('', '[]', '[]:443', '%eth0'),
    })
    .map(({ width, isUpper, cut, wrap }) => {
      const written = numbers.map((group) => group.toString(16).padStart(width, '0'))
      const end = numbers.findIndex((group, index) => index > cut && group !== 0)
      const last = end === -1 ? 8 : end
      const run = numbers[cut] === 0 ? last - cut : 0
      const text =
        run > 1 ? `${written.slice(0, cut).join(':')}::${written.slice(last).join(':')}` : written.join(':')
      const cased = isUpper ? text.toUpperCase() : text
      return wrap.startsWith('[]') ? `[${cased}]${wrap.slice(2)}` : `${cased}${wrap}`
    })

test('every spelling of an IP address normalizes to the same one', () => {
  fc.assert(
    fc.property(
      groups.chain((numbers) => fc.tuple(spelled(numbers), spelled(numbers))),
      ([one, other]) => {
        expect(normalizeIp(one)).toBeDefined()
        expect(normalizeIp(one)).toBe(normalizeIp(other))
      },
    ),
    { numRuns: 500 },
  )
})

test('normalizing twice changes nothing, and all forms of an IPv4 address give the same one', () => {
  fc.assert(
    fc.property(fc.ipV6(), (ip) => {
      const normal = normalizeIp(ip) ?? ''
      expect(normalizeIp(normal)).toBe(normal)
    }),
  )
  fc.assert(
    fc.property(fc.ipV4(), fc.nat(65_535), (ip, port) => {
      for (const disguise of [ip, `${ip}:${port}`, `::ffff:${ip}`, `[::FFFF:${ip}]:${port}`])
        expect(normalizeIp(disguise)).toBe(ip)
    }),
  )
})

test('invalid input never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void normalizeIp(text)))
})

test('a /64 counts as one network and a /48 as one block; an IPv4 address counts by itself', () => {
  fc.assert(
    fc.property(groups, groups, (home, elsewhere) => {
      const at = (numbers: readonly number[]) =>
        normalizeIp(numbers.map((n) => n.toString(16)).join(':')) ?? ''
      const public64 = [0x2001, ...home.slice(1, 4)]
      const [one, other] = [at([...public64, ...home.slice(4)]), at([...public64, ...elsewhere.slice(4)])]
      expect(networkOf(one)).toBe(networkOf(other))
      expect(blockOf(one)).toBe(blockOf(at([...public64.slice(0, 3), ...elsewhere.slice(3)])))
    }),
  )
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:3:3:4:5:6')).toBe('2001:db8:1:3::/64')
  expect(blockOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect([networkOf('192.0.2.1'), blockOf('192.0.2.1')]).toEqual(['192.0.2.1', undefined])
})

test('a log identifies a neighborhood, not a person', () => {
  expect(shortenIp('192.0.2.77')).toBe('192.0.2.0/24')
  expect(shortenIp('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(shortenIp('what is this')).toBe('unknown')
})
