import { expect, holdScripts, hydrated, signedInAs, test } from './kit/visitor.ts'

test('buttons that need the script cannot be pressed before it has come', { tag: '@wide' }, async ({
  page,
  browser,
  server,
}) => {
  const other = await browser.newPage({ baseURL: server.url })
  await signedInAs(other, 'agent@example.com')
  await other.close()
  await signedInAs(page, 'agent@example.com')
  for (const path of ['people', 'security', 'security/second-factor', 'plan', 'cancel', 'billing']) {
    const scripts = await holdScripts(page)
    await page.goto(`/account/${path}/`, { waitUntil: 'commit' })
    await page.getByRole('contentinfo').waitFor()
    const pressable = page.locator('main button[type=button]:enabled:visible')
    expect(await pressable.allTextContents(), path).toEqual([])
    scripts.release()
    await hydrated(page)
    await page.unrouteAll({ behavior: 'wait' })
  }
  await page.goto('/account/people/')
  await expect(page.getByRole('button', { name: /^Take Triple line dialer 1/ })).toBeEnabled()
})
