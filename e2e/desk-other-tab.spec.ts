import { signInToDesk } from './kit/desk.ts'
import { expect, open, test } from './kit/visitor.ts'

test.use({ expectedConsoleErrors: [/status of 40[13]/] })

test('a tab cannot act for another operator who has signed in since, and says so', async ({
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
  await open(second, account)
  await expect(second.getByText(words)).toHaveCount(0)
})

test('an admin signed out in another tab signs in again; the setting is sent and takes effect', async ({
  page,
  context,
  server,
}) => {
  await signInToDesk(page, server, 'admin')
  await open(page, `${server.deskUrl}/desk/settings/`)
  await page.getByRole('button', { name: 'Change the system status' }).click()
  const question = page.getByRole('dialog', { name: 'Change the system status' })
  const text = `Slow since ${Date.now()}`
  await question.getByLabel('Text').fill(text)
  await question.getByLabel('Reason').fill('The network is slow')
  const second = await context.newPage()
  await open(second, `${server.deskUrl}/desk/`)
  await second.getByRole('button', { name: 'Sign out' }).click()
  await expect(second.getByRole('heading', { level: 1 })).toHaveText('Sign in to the desk')

  await question.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' })
  await expect(dialog.getByRole('heading')).toBeFocused()
  await signInToDesk(second, server, 'admin')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('main')).toContainText(`System status: ${text}`)
  await open(second, '/login/')
  await expect(second.getByText(`System status: ${text}`).first()).toBeAttached()

  // Other stories of this server read it.
  await page.getByRole('button', { name: 'Restore the default system status' }).click()
  const back = page.getByRole('dialog', { name: /default/ })
  await back.getByLabel('Reason').fill('The network is fine again')
  await back.getByRole('button', { name: 'Restore the default' }).click()
  await expect(page.getByRole('main')).toContainText('System status: Normal')
})
