import { expect, test } from './kit/server.ts'
import { overflowOf } from './kit/visitor.ts'

test('the list of calls scrolls beside the reference and leads to each call, unfolded down to 320 pixels', async ({
  page,
}) => {
  await page.goto('/openapi/')
  const list = page.getByRole('navigation', { name: 'Calls' })
  await list.getByRole('link', { name: 'Ask for a link to set a new' }).click()
  await expect(page).toHaveURL('/openapi/#post-rest-auth-password_reset')
  const call = page.locator('#post-rest-auth-password_reset')
  await expect(call).toBeInViewport()
  const last = list.getByRole('link').last()
  await last.evaluate((link) => link.scrollIntoView({ block: 'nearest' }))
  await expect(last).toBeInViewport()
  await expect(call).toBeInViewport()

  await page.setViewportSize({ width: 320, height: 800 })
  await page.locator('details').evaluateAll((folded) => {
    for (const details of folded) details.setAttribute('open', '')
  })
  expect(await overflowOf(page)).toBe(0)
})
