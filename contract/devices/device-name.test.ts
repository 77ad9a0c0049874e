import { expect, test } from 'vitest'
import { browserOf } from './device-name.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 14; SM-S921B)'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [`${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', '131.0.0.0'],
  [`${iphone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome', '131.0.6778.73'],
  [`${windows} ${webkit} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Chrome', '131.0.0.0'],
  [`${windows} ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51`, 'Edge', '131.0.2903.51'],
  [`${windows} ${webkit} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`, 'Edge', '18.17763'],
  [`${android} ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.2903.48`, 'Edge', '131.0.2903.48'],
  [`${iphone} Version/18.0 EdgiOS/131.0.2903.68 Mobile/15E148 Safari/605.1.15`, 'Edge', '131.0.2903.68'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', '132.0'],
  [`${iphone} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', '132.0'],
  [`${mac} Version/18.1 Safari/605.1.15`, 'Safari', '18.1'],
  [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari', '18.1'],
  [`${windows} ${webkit} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`, 'Opera', '115.0.0.0'],
  [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1 OPT/5.1.1`, 'Opera', '5.1.1'],
  [
    `${android} ${webkit} SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    '26.0',
  ],
])('%s is known by its maker’s name [WIR-05]', (userAgent, name, version) => {
  expect(browserOf(userAgent)).toEqual({ name, version })
})

test('an unknown browser gets no name [WIR-05]', () => {
  for (const userAgent of [
    '',
    'curl/8.5.0',
    'Safari/605.1.15',
    'Chrome/',
    `${'A'.repeat(100_000)} Version/1`,
  ]) {
    expect(browserOf(userAgent)).toEqual({ name: '', version: '' })
  }
})
