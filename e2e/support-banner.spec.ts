import type { Page } from '@playwright/test'
import { boxOf } from './kit/boxes.ts'
import { expect, test } from './kit/server.ts'
import { hydrated } from './kit/visitor.ts'

const GALLERY = '/dev/gallery/'

test.describe('the support banner', () => {
  const help = (page: Page) => page.getByRole('main').getByText('Need some help?')
  const call = (page: Page) => page.getByRole('main').getByText('Call Toll Free:')

  async function openAt(page: Page, time: string) {
    await page.clock.install({ time })
    await page.goto(GALLERY)
    await hydrated(page)
  }

  test.describe('for a visitor in New York', () => {
    test.use({ timezoneId: 'America/New_York' })

    test('offers help outside the hours, with a link to support [SPB-01]', async ({ page }) => {
      await openAt(page, '2026-11-16T12:00:00Z')
      await expect(help(page).getByRole('link', { name: 'Contact support' })).toHaveAttribute(
        'href',
        /support/,
      )
      await expect(call(page)).toHaveCount(0)
    })

    test('offers the toll-free number during the hours [SPB-02]', async ({ page }) => {
      await openAt(page, '2026-11-16T15:00:00Z')
      const number = call(page).getByRole('link')
      await expect(number).toHaveAttribute('href', /^tel:\+1\d{10}$/)
      await expect(number).toHaveText(/\d{3}.*\d{4}$/)
      await expect(help(page)).toHaveCount(0)
    })

    test('is open from 13 to 20 UTC, never at the weekend [SPB-03, SPB-04, SPB-05]', async ({ page }) => {
      await openAt(page, '2026-11-13T12:59:30Z')
      await expect(help(page)).toBeVisible()
      const hours = [
        ['00:31', call],
        ['07:59:00', call],
        ['01:00', help],
        // Saturday and Sunday at 15 UTC, then Monday at 13.
        ['18:00:00', help],
        ['24:00:00', help],
        ['22:00:00', call],
      ] as const
      for (const [later, shown] of hours) {
        await page.clock.runFor(later)
        await expect(shown(page)).toBeVisible()
      }
    })

    test('turns while the page stays open, and moves nothing [SPB-05]', async ({ page }) => {
      await openAt(page, '2026-11-16T12:59:30Z')
      await expect(help(page)).toBeVisible()
      const before = await boxOf(help(page))
      await page.clock.runFor('00:31')
      await expect(call(page)).toBeVisible()
      expect(await boxOf(call(page))).toEqual(before)
    })
  })

  test.describe('for a visitor in Kiritimati, fourteen hours ahead', () => {
    test.use({ timezoneId: 'Pacific/Kiritimati' })
    test('is closed on a Friday of UTC that is a Saturday there [SPB-04]', async ({ page }) => {
      await openAt(page, '2026-11-20T15:00:00Z')
      await expect(help(page)).toBeVisible()
    })
    test('is open on a Sunday of UTC that is a Monday there [SPB-04]', async ({ page }) => {
      await openAt(page, '2026-11-22T15:00:00Z')
      await expect(call(page)).toBeVisible()
    })
  })

  test.describe('for a visitor in Pago Pago, eleven hours behind', () => {
    test.use({ timezoneId: 'Pacific/Pago_Pago' })
    test('is open until the last second of Friday, and closed on Saturday [SPB-03, SPB-04]', async ({
      page,
    }) => {
      await openAt(page, '2026-11-20T20:59:30Z')
      await expect(call(page)).toBeVisible()
      await page.clock.runFor('00:31')
      await expect(help(page)).toBeVisible()
      await page.clock.runFor('18:00:00')
      await expect(help(page)).toBeVisible()
    })
  })

  test.describe('for a visitor in Kolkata, whose midnight is half past an hour', () => {
    test.use({ timezoneId: 'Asia/Kolkata' })
    test('closes at midnight before Saturday [SPB-04, SPB-05]', async ({ page }) => {
      await openAt(page, '2026-11-20T18:29:30Z')
      await expect(call(page)).toBeVisible()
      await page.clock.runFor('00:31')
      await expect(help(page)).toBeVisible()
    })
  })
})
