import { expectAccessible } from './kit/axe.ts'
import { answerAccounts, chooser, openChooser, row } from './kit/choose-account.ts'
import { expect, test } from './kit/visitor.ts'

const longest = [
  {
    company: 'Wolfeschlegelsteinhausenbergerdorff-Immobilienverwaltungsgesellschaft',
    name: 'maximiliana.von.hohenzollern-sigmaringen@immobilienverwaltung.example',
  },
  { company: 'Harbor Street Group and Partners of Northern Illinois', status: 'Waiting for reactivation' },
  { name: 'Priya Raman', status: 'Free sign-up', is_should_sign_up: true },
]

test('long names and statuses break, so that every button stays in sight', async ({ page }) => {
  await answerAccounts(page, longest)
  await openChooser(page)
  for (const [width, height] of [
    [1280, 900],
    [700, 600],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    const body = chooser(page).locator('.body')
    expect(await body.evaluate((part) => part.scrollWidth - part.clientWidth), `${width}`).toBe(0)
    for (const pin of ['100001', '100002', '100003']) {
      const button = row(page, pin).getByRole('button')
      await button.scrollIntoViewIfNeeded()
      // Scroll positions are whole pixels, row positions are not.
      await expect(button).toBeInViewport({ ratio: 0.95 })
    }
    await expectAccessible(page)
  }
})

test('three accounts fit 640 by 400, names of usual length among them [CHO-08]', { tag: '@wide' }, async ({
  page,
}) => {
  await answerAccounts(page, [
    { company: 'Lakeview Homes and Investments', name: 'Priya Raman-Whitfield', status: '24 h past due' },
    {
      company: 'Harbor Street Group Partners',
      name: 'Priya Raman-Whitfield',
      status: 'Waiting for reactivation',
    },
    { company: 'Prairie Investors of Illinois', name: 'Priya Raman-Whitfield', status: 'Free sign-up' },
  ])
  await openChooser(page)
  expect(await chooser(page).boundingBox()).toMatchObject({ width: 640, height: 400 })
  for (const pin of ['100001', '100002', '100003'])
    await expect(row(page, pin).getByRole('button')).toBeInViewport({ ratio: 1 })
  const body = chooser(page).locator('.body')
  expect(await body.evaluate((part) => part.scrollHeight - part.clientHeight)).toBe(0)
})

test('at 400 % zoom the whole dialog scrolls instead of a line of its list', async ({ page }) => {
  await openChooser(page)
  for (const [width, height] of [
    [320, 256],
    [640, 320],
  ] as const) {
    await page.setViewportSize({ width, height })
    const sizes = await chooser(page).evaluate((dialog) => ({
      scrolls: dialog.scrollHeight > dialog.clientHeight,
      listIsWhole: [...dialog.querySelectorAll('.body')].every(
        (part) => part.scrollHeight <= part.clientHeight,
      ),
      shown: dialog.clientHeight,
      aside: dialog.scrollWidth - dialog.clientWidth,
    }))
    expect(sizes).toEqual({ scrolls: true, listIsWhole: true, shown: expect.any(Number), aside: 0 })
    expect(sizes.shown).toBeGreaterThan(220)
    for (const name of [/^Login/, /^Sign Up/]) {
      const button = chooser(page).getByRole('button', { name }).last()
      await button.focus()
      await expect(button).toBeInViewport({ ratio: 1 })
    }
    const cancel = chooser(page).getByRole('button', { name: 'Cancel' })
    await cancel.scrollIntoViewIfNeeded()
    await expect(cancel).toBeInViewport({ ratio: 1 })
  }
})
