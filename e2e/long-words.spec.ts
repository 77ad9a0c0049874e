import { liveAccounts, newCustomer } from './kit/customer.ts'
import { signInToDesk } from './kit/desk.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

const WIDTHS = [1280, 320]

test('a name and a company of one long word leave the pages of the account and of the desk as wide as the screen', async ({
  page,
  server,
}) => {
  const email = await newCustomer(page, {
    full_name: `${'Maximiliana'.repeat(5)} Wu`,
    company: 'Wohnungsbaugesellschaft'.repeat(4).slice(0, 80),
  })
  await open(page, '/account/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('MaximilianaMaximiliana')
  const number = (await page.getByRole('main').textContent())?.match(/Account Number(\d{6})/)?.[1]
  await signInToDesk(page, server, 'admin')
  const atDesk = ['', 'money/', 'see-as/', 'help/', 'access/'].map(
    (part) => `${server.deskUrl}/desk/accounts/${number}/${part}`,
  )
  for (const url of ['/account/', '/account/people/', ...atDesk, `${server.deskUrl}/desk/find/?q=${email}`]) {
    await page.goto(url)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflowOf(page), `${url} at ${width} px`).toBe(0)
    }
  }
})

test('a company written from right to left stands before the number of its account', {
  tag: '@wide',
}, async ({ page }) => {
  await newCustomer(page, { company: 'שלום' })
  await open(page, '/account/')
  const [company, number] = await page.locator('header .who').evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const boxes: DOMRect[] = []
    for (const sought of [/שלום/, /\d{6}/]) {
      texts.currentNode = element
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const found = sought.exec(text.textContent ?? '')
        if (!found) continue
        const range = document.createRange()
        range.setStart(text, found.index)
        range.setEnd(text, found.index + found[0].length)
        boxes.push(range.getBoundingClientRect())
      }
    }
    return boxes.map(({ left, right }) => ({ left, right }))
  })
  expect(number?.left).toBeGreaterThan(company?.right ?? Number.POSITIVE_INFINITY)
})
