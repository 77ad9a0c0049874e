import { liveAccounts, newCustomer } from './kit/customer.ts'
import { signInToDesk } from './kit/desk.ts'
import { expect, open, overflowOf, test } from './kit/visitor.ts'

test.use({ serverEnv: liveAccounts })

const WIDTHS = [1280, 320]

test('very long words in names do not make account or desk pages wider than the screen', async ({
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
