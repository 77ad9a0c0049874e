import { expectAccessible } from './kit/axe.ts'
import { signInToDesk } from './kit/desk.ts'
import { expect, open, test } from './kit/visitor.ts'

test.use({ expectedConsoleErrors: [/status of 403/] })

test('a tab of one operator does nothing in the name of another who has signed in since, and says so', async ({
  page,
  context,
  server,
}) => {
  const account = `${server.deskUrl}/desk/accounts/204518/`
  const words = `Calls back on Monday, ${Date.now()}`
  await signInToDesk(page, server, 'helper')
  await open(page, account)
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByText('Write a note').click()
  await notes.getByLabel('Note', { exact: true }).fill(words)

  const second = await context.newPage()
  await open(second, `${server.deskUrl}/desk/`)
  await second.getByRole('button', { name: 'Sign out' }).click()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Sign in to the desk')
  await signInToDesk(second, server, 'admin')

  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('alert')).toHaveText(
    'You have signed in as someone else in this browser since you opened this page. Reload it before you go on.',
  )
  await expect(notes.getByLabel('Note', { exact: true })).toHaveValue(words)
  await expectAccessible(page)
  await open(second, account)
  await expect(second.getByText(words)).toHaveCount(0)
})
