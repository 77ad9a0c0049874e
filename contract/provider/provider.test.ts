import { expect, test } from 'vitest'
import { trackingIdsAt } from './provider.ts'

test('only the production host has the production identifiers [EXT-10]', () => {
  const production = { analyticsId: 'A-1', adConversionId: 'AW-2' }
  const elsewhere = { analyticsId: 'A-8', adConversionId: 'AW-9' }
  const tracking = {
    productionHost: 'app.example.com',
    production,
    elsewhere,
    analyticsUrl: 'https://stats.example/collect',
    adConversionUrl: 'https://ads.example/convert',
  }
  expect(trackingIdsAt({ tracking }, 'app.example.com')).toBe(production)
  for (const host of ['example.com', 'app.example.com:8443', '127.0.0.1:3000'])
    expect(trackingIdsAt({ tracking }, host)).toBe(elsewhere)
})
