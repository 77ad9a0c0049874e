import { expectAccessible } from './kit/axe.ts'
import { expect, test } from './kit/server.ts'
import { open, overflowOf } from './kit/visitor.ts'

const PAGE = '/single/cancellation-feedback/'

test('a person who leaves tells why, in a frame of 800 by 1000 that shrinks with the screen [CAN-01, RTE-02, RTE-15]', async ({
  page,
}) => {
  await open(page, `${PAGE}?pin=204518`)
  await expect(page.getByRole('banner')).toHaveCount(0)
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', 'allow-forms allow-same-origin allow-scripts')
  const width = page.viewportSize()?.width ?? 0
  expect(await frame.boundingBox()).toMatchObject({ width: width > 880 ? 800 : width - 40, height: 1000 })
  const form = page.frameLocator('iframe')
  await form.locator('html[data-hydrated]').waitFor()
  await expect(form.getByText('For account number 204518.')).toBeVisible()
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByLabel('Why are you leaving?')).toBeFocused()
  await expect(form.getByLabel('Why are you leaving?')).toHaveAccessibleDescription('This field is required')
  await expectAccessible(page)
  await form.getByLabel('Why are you leaving?').selectOption('Something is missing')
  await form.getByLabel('What should we have done better?').fill('Texting from the list')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('heading', { level: 1, name: 'Thank you' })).toBeFocused()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await overflowOf(page)).toBe(0)
})

test('without a pin there is no such page [CAN-02]', { tag: '@wide' }, async ({ page }) => {
  await open(page, PAGE)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page does not exist')
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectAccessible(page)
  for (const pin of ['not-a-number', '12345', '1234567', '%20']) {
    await open(page, `${PAGE}?pin=${pin}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page does not exist')
    await expect(page.locator('iframe')).toHaveCount(0)
  }
})
