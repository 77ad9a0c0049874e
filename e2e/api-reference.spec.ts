import { allCalls } from '#contract/calls.ts'
import { expectAccessible } from './kit/axe.ts'
import { expect, test } from './kit/server.ts'

test('the reference tells every call with its number, its method, its address and its encoding', async ({
  page,
}) => {
  await page.goto('/openapi/')
  const encodings = {
    none: 'no body',
    query: 'no body',
    json: 'JSON',
    multipart: 'multipart form',
    urlencoded: 'plain form',
  }
  // Read in one go: looking up one region among so many takes a tenth of a second.
  const sections = await page.getByRole('region').evaluateAll((regions) =>
    regions.map((region) => ({
      name: region.querySelector('h2')?.textContent,
      address: region.querySelector('.api-reference-address')?.textContent,
      refusals: [...region.querySelectorAll('.api-reference-refusals > div')].map((one) => one.textContent),
    })),
  )
  for (const call of allCalls) {
    const section = sections.find(({ name }) => name === nameOf(call))
    expect(section?.address).toContain(call.method)
    expect(section?.address).toContain(call.path.replace(/:(\w+)/g, '{$1}'))
    expect(section?.address).toContain(encodings[call.encoding])
    for (const { status, when } of call.refusals) {
      const refusal = section?.refusals.find((text) => text?.includes(String(status)))
      expect(refusal).toContain(when)
    }
  }
})

test('a call lists what it takes and what it answers', async ({ page }) => {
  await page.goto('/openapi/')
  const signIn = page.getByRole('region', { name: '1. Sign in' })
  const takes = signIn.getByRole('table', { name: 'Request' })
  await expect(takes.getByRole('row').filter({ hasText: 'password' })).toContainText('at least 6 characters')
  await expect(takes.getByRole('row').filter({ hasText: 'pin' })).toContainText('exactly 6 characters')
  await expect(signIn.getByRole('table', { name: 'Response' })).toContainText('data.redirect_url')

  const submit = page.getByRole('region', { name: '6. Sign up and pay' })
  await submit.getByText('Request, shape 1 of 2').first().click()
  const fields = submit.getByRole('table', { name: 'Request, shape 1 of 2' })
  await expect(fields.getByRole('row').filter({ hasText: 'idempotency_key' })).toContainText('yes')
  await expect(fields.getByRole('row').filter({ hasText: 'hosted_lead_management_count' })).toContainText(
    '1 to 20',
  )
})

test('a call can be reached by its name in the list and by its own address', async ({ page }) => {
  await page.goto('/openapi/')
  await page
    .getByRole('navigation', { name: 'Calls' })
    .getByRole('link', { name: 'Ask for a link to set a new' })
    .click()
  await expect(page).toHaveURL('/openapi/#post-rest-auth-password_reset')
  await expect(page.locator('#post-rest-auth-password_reset')).toBeInViewport()
})

test('the list of calls scrolls beside the reference, so that every call in it can be reached', async ({
  page,
}) => {
  await page.goto('/openapi/#post-rest-auth-password_reset')
  const list = page.getByRole('navigation', { name: 'Calls' })
  const last = list.getByRole('link').last()
  await last.evaluate((link) => link.scrollIntoView({ block: 'nearest' }))
  await expect(last).toBeInViewport()
  await expect(page.locator('#post-rest-auth-password_reset')).toBeInViewport()
})

test('the same document is there for programs', async ({ page, request }) => {
  await page.goto('/openapi/')
  const link = page.getByRole('link', { name: 'the OpenAPI document' })
  const answer = await request.get((await link.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toContain('application/json')
  const document = await answer.json()
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(Object.keys(document.paths)).toContain('/rest/auth/login/')
})

test('the reference reads well for everyone, down to 320 pixels', async ({ page }) => {
  await page.goto('/openapi/')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.locator('details').evaluateAll((folded) => {
    for (const details of folded) details.setAttribute('open', '')
  })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBe(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the reference can be read and unfolded', async ({ page }) => {
    await page.goto('/openapi/')
    await page.getByText('Request, shape 2 of 2').first().click()
    await expect(page.getByRole('table', { name: 'Request, shape 2 of 2' }).first()).toBeVisible()
  })
})

/** Calls that the specification does not number have only a summary. */
function nameOf({ number, summary }: { number?: number; summary: string }) {
  return number === undefined ? summary : `${number}. ${summary}`
}
