import { expect, test } from 'vitest'
import { planBuilderUrl } from './plan-builder-url.ts'
import type { Provider } from './provider.ts'
import { SAMPLE_SITE } from './sample-site.ts'

const editAt = (marketingUrl: string, backUrl?: string) =>
  planBuilderUrl({ marketingUrl } as Provider, backUrl)

test('on a provider site Edit Plan leads to any page name, and nowhere else [SUP-19]', () => {
  const site = 'https://provider.example'
  expect(editAt(site)).toBe(`${site}/pricing/#plan-builder`)
  expect(editAt(site, 'landing/spring-2')).toBe(`${site}/landing/spring-2/#plan-builder`)
  expect(editAt(site, '//evil.example')).toBe(`${site}/pricing/#plan-builder`)
})

test('on the sample site it leads to an existing page, or to pricing [SUP-19]', () => {
  expect(editAt(SAMPLE_SITE, '/faq/')).toBe('/site/faq/#plan-builder')
  for (const missing of ['landing/spring-2', 'blog/no-such-post', 'constructor', ''])
    expect(editAt(SAMPLE_SITE, missing)).toBe('/site/pricing/#plan-builder')
})
