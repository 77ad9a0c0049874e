import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { deskPageOf } from '#contract/desk/desk-pages.ts'
import { mayAtDesk, type OperatorRole, operatorRoles } from '#contract/desk/desk-roles.ts'
import { answerCalls } from '#web/test-kit/answers.ts'
import { expectAccessible } from '#web/test-kit/show.tsx'
import { showDeskPage } from '#web/test-kit/show-desk.tsx'
import { deskValues, samplePartner } from '#web/test-kit/values-desk.ts'

type Change = {
  page: keyof typeof deskValues
  /** Its section of the settings, which is all that the call answers. */
  section?: keyof typeof deskValues.settings
  /** The lowest role that is offered it. */
  role: OperatorRole
  opener: string
  /** The title of its dialog, where it says which of several is meant. */
  title?: string
  verb: string
  /** Fills in what the dialog asks beside the reason. */
  fill?: (dialog: Locator) => Promise<void>
  path: string
  body: Record<string, unknown>
}

const changes: Change[] = [
  {
    page: 'settings',
    section: 'texts',
    role: 'admin',
    opener: 'Change the login message',
    verb: 'Change',
    fill: (dialog) => dialog.getByLabelText('Text').fill('Closed on Monday'),
    path: 'settings/change',
    body: { name: 'login-message', text: 'Closed on Monday', seen: 'Welcome!' },
  },
  {
    page: 'settings',
    section: 'texts',
    role: 'admin',
    opener: 'Change the system status',
    verb: 'Change',
    fill: (dialog) => dialog.getByLabelText('Text').fill('Calls are delayed'),
    path: 'settings/change',
    body: { name: 'system-status', text: 'Calls are delayed', seen: 'Slow' },
  },
  {
    page: 'settings',
    section: 'texts',
    role: 'admin',
    opener: 'Restore the default system status',
    verb: 'Restore the default',
    path: 'settings/reset',
    body: { name: 'system-status', seen: 'Slow' },
  },
  {
    page: 'settings',
    section: 'webinars',
    role: 'helper',
    opener: 'Override the schedule of the morning training',
    verb: 'Override',
    fill: (dialog) => dialog.getByLabelText('Show it as').selectOptions('active'),
    path: 'webinars/override',
    body: { slot: 'morning', shown: 'active', until: '' },
  },
  {
    page: 'settings',
    section: 'webinars',
    role: 'helper',
    opener: 'Remove the override of the morning training',
    verb: 'Remove the override',
    path: 'webinars/clear',
    body: { slot: 'morning' },
  },
  {
    page: 'settings',
    section: 'prices',
    role: 'admin',
    opener: 'Remove the list from Jan 1, 2030, 00:00 UTC',
    verb: 'Remove',
    path: 'prices/remove',
    body: { from: '2030-01-01T00:00:00.000Z' },
  },
  {
    page: 'partners',
    role: 'admin',
    opener: 'Register a partner',
    verb: 'Register',
    fill: async (dialog) => {
      await dialog.getByLabelText('Name').fill('Lister')
      await dialog.getByLabelText('Redirect URIs').fill('https://lister.example/')
    },
    path: 'partners/add',
    body: { name: 'Lister', redirect_uris: 'https://lister.example/', scope: 'profile', is_public: false },
  },
  {
    page: 'partners',
    role: 'admin',
    opener: 'Redirect URIs of Mailer',
    verb: 'Replace',
    fill: (dialog) => dialog.getByLabelText('Redirect URIs').fill('https://new.example/'),
    path: 'partners/redirect-uris',
    body: { id: 'mailer', redirect_uris: 'https://new.example/', seen: samplePartner.redirectUris[0] },
  },
  {
    page: 'partners',
    role: 'admin',
    opener: 'Require PKCE for Mailer',
    verb: 'Require PKCE',
    path: 'partners/pkce',
    body: { id: 'mailer', is_required: true },
  },
  {
    page: 'partners',
    role: 'admin',
    opener: 'New secret for Mailer',
    verb: 'Make a new secret',
    path: 'partners/rotate',
    body: { id: 'mailer' },
  },
  {
    page: 'partners',
    role: 'admin',
    opener: 'Disable Mailer',
    title: 'Disable Mailer (mailer)?',
    verb: 'Disable',
    path: 'partners/disable',
    body: { id: 'mailer' },
  },
  {
    page: 'feed',
    role: 'admin',
    opener: 'Add an endpoint',
    verb: 'Add',
    fill: (dialog) => dialog.getByLabelText('URL').fill('https://new.example/'),
    path: 'feed/endpoints/add',
    body: { url: 'https://new.example/', from: '' },
  },
  {
    page: 'feed',
    role: 'helper',
    opener: 'Try again: endpoint 3',
    verb: 'Try again',
    path: 'feed/endpoints/resume',
    body: { endpoint_id: 3 },
  },
  {
    page: 'feed',
    role: 'admin',
    opener: 'New secret for endpoint 3',
    verb: 'Make a new secret',
    path: 'feed/endpoints/rotate',
    body: { endpoint_id: 3, former_lasts_hours: '24' },
  },
  {
    page: 'feed',
    role: 'admin',
    opener: 'Send again: events to endpoint 3',
    verb: 'Send again',
    fill: (dialog) => dialog.getByRole('textbox').first().fill('12'),
    path: 'feed/endpoints/replay',
    body: { endpoint_id: 3, from: '12' },
  },
  {
    page: 'feed',
    role: 'admin',
    opener: 'Remove endpoint 3',
    verb: 'Remove',
    path: 'feed/endpoints/remove',
    body: { endpoint_id: 3 },
  },
  {
    page: 'feed',
    role: 'admin',
    opener: 'Make a key',
    verb: 'Make the key',
    fill: (dialog) => dialog.getByRole('textbox').first().fill('dialer'),
    path: 'feed/keys/add',
    body: { name: 'dialer' },
  },
  {
    page: 'feed',
    role: 'admin',
    opener: 'Remove the key reporting',
    verb: 'Remove',
    path: 'feed/keys/remove',
    body: { key_id: 5 },
  },
  {
    page: 'settings',
    section: 'blocks',
    role: 'money',
    opener: 'Add a block',
    verb: 'Block',
    fill: async (dialog) => {
      await dialog.getByLabelText('What to block').selectOptions('address')
      await dialog.getByLabelText('Identifier, IP address or range').fill('192.0.2.7/24')
      await dialog.getByLabelText('Until').fill('2030-01-01')
    },
    path: 'blocks/add',
    body: { kind: 'address', value: '192.0.2.7/24', until: '2030-01-01' },
  },
  {
    page: 'settings',
    section: 'blocks',
    role: 'money',
    opener: 'Remove block 5',
    verb: 'Remove',
    path: 'blocks/remove',
    body: { block_id: 5 },
  },
  {
    page: 'held-sign-ups',
    role: 'money',
    opener: 'Release and charge sign-up 12',
    verb: 'Release and charge',
    path: 'held-sign-ups/release',
    body: { order_id: 12 },
  },
  {
    page: 'held-sign-ups',
    role: 'money',
    opener: 'Refuse sign-up 12',
    verb: 'Refuse',
    fill: (dialog) => dialog.getByRole('textbox').first().fill('2030-01-01'),
    path: 'held-sign-ups/refuse',
    body: { order_id: 12, block_until: '2030-01-01' },
  },
  {
    page: 'dispute',
    role: 'money',
    opener: 'Record as won',
    verb: 'Record as won',
    path: 'disputes/decide',
    body: { id: 'dp-1', decision: 'won' },
  },
  {
    page: 'dispute',
    role: 'money',
    opener: 'Record as lost',
    verb: 'Record as lost',
    path: 'disputes/decide',
    body: { id: 'dp-1', decision: 'lost' },
  },
  {
    page: 'operators',
    role: 'admin',
    opener: 'Invite an operator',
    verb: 'Invite',
    fill: async (dialog) => {
      await dialog.getByLabelText('Email').fill('new@example.com')
      await dialog.getByLabelText('Name').fill('Ann New')
      await dialog.getByLabelText('Role').selectOptions('reader')
    },
    path: 'operators/invite',
    body: { email: 'new@example.com', name: 'Ann New', role: 'reader' },
  },
  {
    page: 'operators',
    role: 'admin',
    opener: 'Change role of Kim Lee',
    verb: 'Change the role',
    fill: (dialog) => dialog.getByLabelText('Role').selectOptions('money'),
    path: 'operators/role',
    body: { email: 'kim@example.com', role: 'money' },
  },
  {
    page: 'operators',
    role: 'admin',
    opener: 'Reset sign-in of Kim Lee',
    verb: 'Reset the sign-in',
    path: 'operators/reset',
    body: { email: 'kim@example.com' },
  },
  {
    page: 'operators',
    role: 'admin',
    opener: 'Disable Kim Lee',
    title: 'Disable Kim Lee (kim@example.com)?',
    verb: 'Disable',
    path: 'operators/disable',
    body: { email: 'kim@example.com' },
  },
  {
    page: 'access',
    role: 'admin',
    opener: 'Give free access',
    verb: 'Give free access',
    path: 'access/give',
    body: { number: '204518' },
  },
  {
    page: 'access',
    role: 'money',
    opener: 'Close for fraud',
    verb: 'Close for fraud',
    path: 'access/fraud',
    body: { number: '204518' },
  },
]

test.each(changes)(
  '$page: “$opener” asks for a reason, sends it, and reports the outcome',
  async (change) => {
    const values = deskValues[change.page]
    const told = change.section ? deskValues.settings[change.section] : values
    const requests = answerCalls(() => ({ body: { data: { said: 'It is done.', values: told } } }))
    await showDeskPage(change.page, { values, role: change.role })
    await page.getByRole('button', { name: change.opener, exact: true }).click()
    const dialog = page.getByRole('dialog')
    if (change.title) await expect.element(dialog).toHaveAccessibleName(change.title)
    await change.fill?.(dialog)
    const send = dialog.getByRole('button', { name: change.verb, exact: true })
    await send.click()
    await expect.element(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason/)
    expect(requests).toEqual([])
    await dialog.getByLabelText('Reason').fill('Asked for in a meeting')
    await send.click()
    await expect.element(page.getByRole('status').filter({ hasText: 'It is done.' })).toHaveFocus()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(requests).toMatchObject([
      { path: `/desk/api/${change.path}/`, body: { ...change.body, reason: 'Asked for in a meeting' } },
    ])
  },
)

const listed = [...new Set(changes.map((change) => change.page))]
const rank = (role: OperatorRole) => operatorRoles.indexOf(role)
const opened = operatorRoles.flatMap((role) =>
  listed
    .filter((name) => mayAtDesk(role, deskPageOf[name].permission ?? 'read'))
    .map((name) => ({ role, name })),
)

test.each(opened)('$name offers a $role the changes of their role and no others', async ({ role, name }) => {
  await showDeskPage(name, { values: deskValues[name], role })
  const buttons = document.querySelectorAll('main button:not([type=submit], [aria-disabled=true], dialog *)')
  const offered = [...buttons].map((button) => button.getAttribute('aria-label') ?? button.textContent)
  const allowed = changes.filter((change) => change.page === name && rank(change.role) <= rank(role))
  expect(offered.sort()).toEqual(allowed.map(({ opener }) => opener).sort())
})

test.each(['partners', 'feed', 'operators', 'settings'] as const)(
  'an open dialog on the page of %s, with its errors, is accessible',
  async (name) => {
    await showDeskPage(name, { values: deskValues[name] })
    await page.getByRole('main').getByRole('button').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button').last().click()
    await expect.element(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/Enter a reason/)
    await expectAccessible()
  },
)
