import type { Page } from '@playwright/test'
import { expectAccessible } from './kit/axe.ts'
import { boxOf, settled } from './kit/boxes.ts'
import { expect, test } from './kit/server.ts'
import { holdScripts, hydrated } from './kit/visitor.ts'

const GALLERY = '/dev/gallery/'
const narrow = { width: 390, height: 844 }
const wide = { width: 1280, height: 900 }

test.describe('a dialog', () => {
  const dialog = (page: Page) => page.getByRole('dialog')

  test('opens when the script comes, if its button was pressed before', async ({ page }) => {
    const scripts = await holdScripts(page)
    await page.goto(GALLERY, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Info dialog' }).click()
    await expect(dialog(page)).toBeHidden()
    scripts.release()
    await expect(dialog(page)).toBeVisible()
  })

  test('is 80% wide, at least 20rem and at most 60rem [CHO-16]', async ({ page }) => {
    await page.goto(`${GALLERY}?dialog=info`)
    await settled(page)
    for (const [viewport, width] of [
      [1000, 800],
      [1600, 960],
      [380, 320],
    ] as const) {
      await page.setViewportSize({ width: viewport, height: 800 })
      expect((await boxOf(dialog(page))).width).toBeCloseTo(width, 0)
    }
  })

  test('has the size of the chooser or of the device warning where it is one [CHO-08]', async ({ page }) => {
    await page.setViewportSize(wide)
    await page.goto(`${GALLERY}?dialog=chooser`)
    await settled(page)
    expect(await boxOf(dialog(page))).toMatchObject({ width: 640, height: 400 })
    await page.goto(`${GALLERY}?dialog=device`)
    await settled(page)
    expect(await boxOf(dialog(page))).toMatchObject({ width: 320 })
  })

  test('is named by its title and accessible', async ({ page }) => {
    for (const [kind, name] of [
      ['info', 'Info'],
      ['chooser', 'Choose account'],
      ['device', 'Warning'],
    ] as const) {
      await page.goto(`${GALLERY}?dialog=${kind}`)
      await settled(page)
      await expect(page.getByRole('dialog', { name })).toBeVisible()
      await expectAccessible(page)
    }
  })

  test('is used with the keyboard alone, keeps the focus inside and gives it back', async ({ page }) => {
    await page.goto(GALLERY)
    await hydrated(page)
    const opener = page.getByRole('button', { name: 'Chooser dialog' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    const seen = new Set<string>()
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab')
      const place = await page.evaluate(() => {
        const { activeElement } = document
        return activeElement?.closest('dialog') ? (activeElement.textContent ?? '') : activeElement?.tagName
      })
      seen.add(place ?? '')
    }
    // BODY means the browser's own controls, which Tab can focus from any page.
    seen.delete('BODY')
    expect([...seen].filter((text) => !/^(Login|Cancel|Choose account)$/.test(text))).toEqual([])
    expect(seen).toContain('Cancel')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('closes by its button or a click beside it, not by a click inside', async ({ page }) => {
    await page.goto(GALLERY)
    await hydrated(page)
    const opener = page.getByRole('button', { name: 'Info dialog' })
    await opener.click()
    await dialog(page).getByText('Traces are unlimited').click()
    await expect(dialog(page)).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(dialog(page)).toBeHidden()
    await opener.click()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('that opens again before the browser reports its closing stays open', async ({ page }) => {
    await page.goto(GALLERY)
    await hydrated(page)
    const opener = page.getByRole('button', { name: 'Info dialog' })
    await opener.click()
    await expect(dialog(page)).toBeVisible()
    const info = await dialog(page).elementHandle()
    await opener.evaluate(async (button: HTMLButtonElement, element) => {
      const reported = new Promise((tell) => element?.addEventListener('close', tell, { once: true }))
      element?.querySelector<HTMLButtonElement>('.close')?.click()
      await Promise.resolve()
      button.click()
      await reported
      await new Promise((tell) => requestAnimationFrame(tell))
    }, info)
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })

  test('that may not be closed stays, whatever is pressed', async ({ page }) => {
    await page.goto(GALLERY)
    await hydrated(page)
    await page.getByRole('button', { name: 'Device warning' }).click()
    await expect(dialog(page)).toBeVisible()
    const closed = dialog(page).evaluate(
      (element) => new Promise<string>((tell) => element.addEventListener('close', () => tell('closed'))),
    )
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    const untouched = page.evaluate(
      () => new Promise<string>((tell) => requestAnimationFrame(() => tell('open'))),
    )
    expect(await Promise.race([closed, untouched])).toBe('open')
    await expect(dialog(page)).toBeVisible()
    await expect(dialog(page).getByRole('button')).toHaveCount(0)
  })

  test('locks the scrolling of the page behind it', async ({ page }) => {
    await page.goto(`${GALLERY}?dialog=info`)
    await settled(page)
    const before = await page.evaluate(() => window.scrollY)
    await page.mouse.move(20, 20)
    await page.mouse.wheel(0, 600)
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden')
    expect(await page.evaluate(() => window.scrollY)).toBe(before)
  })

  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false })
    test('is open in the page as a modal would be', async ({ page }) => {
      await page.setViewportSize(wide)
      await page.goto(`${GALLERY}?dialog=chooser`)
      const { x, y, width, height } = await boxOf(dialog(page))
      expect([width, height]).toEqual([640, 400])
      expect([x + width / 2, y + height / 2]).toEqual([wide.width / 2, wide.height / 2])
    })

    test('the menu opens all the same', async ({ page }) => {
      await page.setViewportSize(narrow)
      await page.goto(GALLERY)
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('link', { name: /^Pricing/ })).toBeVisible()
    })
  })
})
