import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AccountRow } from '#contract/accounts/sign-in-fields.ts'
import { statuses } from '#contract/accounts/statuses.ts'
import { findAccounts, signIn } from '#contract/features/sign-in.ts'
import { answerCalls, isFor } from '#web/test-kit/answers.ts'
import { expectAccessible, left, showPage } from '#web/test-kit/show.tsx'
import { accountOf, signInValues, threeAccounts } from '#web/test-kit/values-sign-in.ts'

const TEAM = 'team@example.com'
const chooser = page.getByRole('dialog', { name: 'Choose account' })
const title = chooser.getByRole('heading')
const submit = page.getByRole('button', { name: /^Submit/ })
const password = page.getByLabelText('Password', { exact: true })
const option = (name: RegExp) => chooser.getByRole('button', { name })
const rows = () => [...chooser.element().querySelectorAll('tbody tr')]
const cells = () => rows().map((row) => [...row.children].map(({ textContent }) => textContent))

afterEach(() => page.viewport(1280, 900))

type Answer = Awaited<ReturnType<Parameters<typeof answerCalls>[0]>>
const goOn: Answer = { body: { data: { redirect_url: '/account/' } } }

/** Opens the chooser of the sign-in page. Returns the requests. */
async function openChooser(
  accounts: AccountRow[] = threeAccounts,
  signedIn: () => Answer | Promise<Answer> = () => goOn,
) {
  const all = answerCalls((requests) => {
    if (isFor(requests, findAccounts)) return { body: { login_data_list: accounts } }
    return isFor(requests, signIn) ? signedIn() : 'lost'
  })
  await showPage('sign-in', { values: signInValues })
  await page.getByLabelText('Email').fill(TEAM)
  await password.fill('password1')
  await submit.click()
  await expect.element(chooser).toBeVisible()
  return () => all.map(({ path }) => path).filter((path) => path.startsWith('/rest/'))
}

test('lists the accounts of the email, each with an option [CHO-01..CHO-03, CHO-05, CHO-06, CHO-10, LGN-20]', async () => {
  await openChooser()
  await expect.element(title).toHaveTextContent('Choose account')
  await expect.element(title).toHaveFocus()
  await expect
    .element(chooser)
    .toHaveAccessibleDescription(
      'This email is associated with multiple accounts. Please choose from the list below:',
    )
  expect(
    chooser
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Company', 'Owner Name', 'Account Number', 'Status', 'Option'])
  expect(cells()).toEqual([
    ['Lakeview Homes', 'Priya Raman', '204611', 'Active', 'Login'],
    ['Harbor Street Group', 'Priya Raman', '198220', 'Past due', 'Login'],
    ['Prairie Investors', 'Priya Raman', '310077', 'Free sign-up', 'Sign Up'],
  ])
  await expectAccessible()
})

test('an invitation leads to the sign-up by a page load, and nobody is signed in [LGN-21, CHO-05]', async () => {
  const requests = await openChooser()
  await option(/^Sign Up for Prairie Investors/).click()
  await expect.poll(() => left).toEqual(['/sign-up/'])
  expect(requests()).toEqual([findAccounts.path])
})

test('Cancel, Escape or a click outside closes it, and nobody is signed in [CHO-04]', async () => {
  const requests = await openChooser()
  await option(/^Cancel/).click()
  await expect.element(chooser).not.toBeInTheDocument()
  await expect.element(submit).toHaveFocus()
  for (const leave of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(document.documentElement, { position: { x: 3, y: 3 } }),
  ]) {
    await submit.click()
    await expect.element(chooser).toBeVisible()
    await leave()
    await expect.element(chooser).not.toBeInTheDocument()
  }
  await expect.element(page.getByLabelText('Email')).toHaveValue(TEAM)
  expect(new Set(requests())).toEqual(new Set([findAccounts.path]))
})

test('a double click sends once with a busy button; Cancel undoes the choice [CHO-04, LGN-32]', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const requests = await openChooser(threeAccounts, () => promise)
  const first = option(/^Login to Lakeview Homes/)
  await first.dblClick()
  await expect.element(first).toHaveAttribute('aria-busy', 'true')
  await option(/^Login to Harbor/).click()
  await expect.poll(requests).toEqual([findAccounts.path, signIn.path])
  await option(/^Cancel/).click()
  await expect.element(chooser).not.toBeInTheDocument()
  await expect.element(submit).not.toHaveAttribute('aria-busy', 'true')
  resolve(goOn)
  await submit.click()
  await expect.element(chooser).toBeVisible()
  expect(left).toEqual([])
  await first.click()
  await expect.poll(() => left).toEqual(['/account/'])
  expect(requests()).toEqual([findAccounts.path, signIn.path, findAccounts.path, signIn.path])
})

test('the account used last comes first and says so, and no email is stored [CHO-06]', async () => {
  await openChooser(threeAccounts, () => ({ status: 401, body: { errors: 'Invalid login/password' } }))
  await expect.element(chooser).not.toMatchTextContent('Last used on this device')
  await option(/^Login to Harbor/).click()
  await expect.element(chooser).not.toBeInTheDocument()
  await submit.click()
  await expect.element(chooser).toMatchTextContent('Last used on this device')
  expect(cells().map(([company, , pin]) => [company, pin])).toEqual([
    ['Harbor Street GroupLast used on this device', '198220'],
    ['Lakeview Homes', '204611'],
    ['Prairie Investors', '310077'],
  ])
  await expect.element(title).toHaveFocus()
  await expectAccessible()
  const kept = Object.entries(localStorage).flat().join(' ')
  expect(kept).toContain('198220')
  expect(kept).not.toMatch(/team|example|@/)
})

test('a wrong password closes it and shows the error in the form [LGN-36]', async () => {
  await openChooser(threeAccounts, () => ({ status: 401, body: { errors: 'Invalid login/password' } }))
  await option(/^Login to Lakeview/).click()
  await expect.element(chooser).not.toBeInTheDocument()
  const alert = page.getByRole('main').getByRole('alert')
  await expect.element(alert).toHaveTextContent('Invalid login/password')
})

test('an error at a field moves the focus out of the dialog to the field [LGN-36]', async () => {
  await openChooser(threeAccounts, () => ({ status: 400, body: { errors: { password: ['Too old.'] } } }))
  await option(/^Login to Lakeview/).click()
  await expect.element(password).toHaveFocus()
  await expect.element(password).toHaveAccessibleDescription('Too old.')
})

test('each status is styled by its group, an unknown one like none of them [CHO-11..CHO-15]', async () => {
  const groups = [
    ['free signup agent', 'free agent'],
    ['pending', 'waiting for reactivation'],
    ['active'],
    ['expired', 'canceled'],
    ['past_due', '24h_past_due'],
  ]
  expect(groups.flat().sort()).toEqual(Object.keys(statuses).sort())
  const ids = [...groups.flat(), 'brand new status', 'constructor']
  await openChooser(ids.map((status_id, id) => accountOf({ id, status_id, status: `<${status_id}>` })))
  const look = (id = '') => {
    const { color, backgroundColor } = getComputedStyle(chooser.getByText(`<${id}>`).element())
    return `${color} on ${backgroundColor}`
  }
  for (const same of groups) expect(new Set(same.map(look)).size).toBe(1)
  expect(new Set(groups.map(([id]) => look(id))).size).toBe(5)
  expect(look('brand new status')).toBe(look('constructor'))
})

test('three accounts with names of average length fit 640 by 400 pixels [CHO-08]', async () => {
  const owner = 'Priya Raman-Whitfield'
  await openChooser([
    accountOf({ id: 1, company: 'Lakeview Homes and Investments', name: owner, status: '24 h past due' }),
    accountOf({
      id: 2,
      company: 'Harbor Street Group Partners',
      name: owner,
      status: 'Waiting for reactivation',
    }),
    accountOf({ id: 3, company: 'Prairie Investors of Illinois', name: owner, status: 'Free sign-up' }),
  ])
  expect(chooser.element().getBoundingClientRect()).toMatchObject({ width: 640, height: 400 })
  const body = chooser.element().querySelector('.body') as HTMLElement
  expect(body.scrollHeight - body.clientHeight).toBe(0)
})

test('long names and statuses wrap, so that every button stays visible [CHO-08]', async () => {
  const company = 'Wolfeschlegelsteinhausenbergerdorff-Immobilienverwaltungsgesellschaft'
  const name = 'maximiliana.von.hohenzollern-sigmaringen@immobilienverwaltung.example'
  await openChooser([
    accountOf({ id: 1, company, name }),
    accountOf({ id: 2, company: 'Harbor Street Group and Partners', status: 'Waiting for reactivation' }),
    accountOf({ id: 3, status: 'Free sign-up', is_should_sign_up: true }),
  ])
  for (const [width, height] of [
    [1280, 900],
    [700, 600],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.viewport(width, height)
    const body = chooser.element().querySelector('.body') as HTMLElement
    expect([width, body.scrollWidth - body.clientWidth]).toEqual([width, 0])
    for (const button of rows().map((row) => row.querySelector('button') as HTMLElement)) {
      button.scrollIntoView({ block: 'nearest' })
      // Scroll positions are whole pixels, row positions are not.
      await expect.element(button).toBeInViewport({ ratio: 0.95 })
    }
    await expectAccessible()
  }
})

test('a list of forty scrolls inside the dialog, with Cancel visible', async () => {
  await openChooser(Array.from({ length: 40 }, (_, id) => accountOf({ id })))
  const last = option(/^Login to Company 39,/)
  await expect.element(option(/^Cancel/)).toBeInViewport({ ratio: 1 })
  ;(last.element() as HTMLElement).focus()
  await expect.element(last).toBeInViewport()
  await expect.element(option(/^Cancel/)).toBeInViewport({ ratio: 1 })
})

test('at 400 % zoom the whole dialog scrolls instead of its list [CHO-08]', async () => {
  await openChooser()
  for (const [width, height] of [
    [320, 256],
    [640, 320],
  ] as const) {
    await page.viewport(width, height)
    const dialog = chooser.element()
    const list = dialog.querySelector('.body') as HTMLElement
    expect(dialog.scrollHeight).toBeGreaterThan(dialog.clientHeight)
    expect(list.scrollHeight).toBeLessThanOrEqual(list.clientHeight)
    expect(dialog.scrollWidth - dialog.clientWidth).toBe(0)
    expect(dialog.clientHeight).toBeGreaterThan(220)
    for (const name of [/^Login to Harbor/, /^Sign Up/, /^Cancel/]) {
      ;(option(name).element() as HTMLElement).focus()
      await expect.element(option(name)).toBeInViewport({ ratio: 1 })
    }
  }
})

test("a choice rendered in the HTML is open at once, and posts the number with the server's token [LGN-20, LGN-32]", async () => {
  answerCalls(() => 'lost')
  const sent = { email: TEAM, choice: { accounts: threeAccounts, ticket: 'sealed' } }
  await showPage('sign-in', { values: { ...signInValues, sent }, query: { mr: '1' } })
  await expect.element(chooser).toBeVisible()
  await expect.element(title).toHaveFocus()
  const button = option(/^Login to Harbor/).element() as HTMLButtonElement
  const form = button.form as HTMLFormElement
  expect(form.method).toBe('post')
  expect(Object.fromEntries(new FormData(form, button))).toEqual({
    email: TEAM,
    ticket: 'sealed',
    mobile_retry: '1',
    pin: '198220',
  })
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(chooser).not.toBeInTheDocument()
})
