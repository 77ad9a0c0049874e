import type { Page } from '@playwright/test'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { pages } from '#contract/pages.ts'
import { sitePaths } from '#contract/provider/sample-site.ts'
import { signInToDesk } from './desk.ts'
import { mailTo, newestMail, pathsIn } from './mailbox.ts'
import { linkFor } from './password-reset.ts'
import type { Server } from './start-server.ts'
import { expect, PASSWORD } from './visitor.ts'

type Opened = { page: Page; server: Server }

/** Pages that one person opens one after the other, each in its main states. */
type PageGroup = {
  title: string
  /** `@demo`: reads links in the mailbox of the demo. */
  tag?: string
  enter?(opened: Opened): Promise<unknown>
  /** URLs; some are known only once mails have arrived. */
  addresses: string[] | ((opened: Opened) => Promise<string[]>)
}

export const pageGroups: PageGroup[] = [
  {
    title: 'visitors',
    addresses: [
      '/login/',
      '/login/?mr=1',
      '/password-reset/',
      '/sign-up/step-1',
      '/sign-up/step-1?single=1&lead=1',
      '/browser_select/',
      '/single/training-webinars/',
      '/single/cancellation-feedback/',
      '/single/cancellation-feedback/form/',
      '/openapi/',
      '/no-such-page/',
    ],
  },
  {
    title: 'people with a mailed link',
    tag: '@demo',
    addresses: async ({ page }) => [
      await linkFor(page.request, 'agent@example.com'),
      await invitationLink(page),
      '/password-reset/confirm/no-such-link/',
      '/account/invitation/no-such-link/',
      '/not-me/no-such-link/',
      '/account/email/no-such-link/',
      '/account/hand-over/no-such-link/',
      '/account/email-works/no-such-link/',
      '/login/second-step/keep/no-such-link/',
      '/sign-up/resume/no-such-link/',
      '/single/smtp-settings-confirmation/no-such-link/',
      '/pay/no-such-link/',
      '/cancellation/no-such-reference/',
    ],
  },
  {
    title: 'partners and developers',
    enter: signIn('agent@example.com'),
    addresses: [
      '/oauth/authorize/?client_id=demo-partner&response_type=code&redirect_uri=x',
      '/integrations/bombbomb/redirect_uri/',
      '/demo/partner/',
      '/demo/provider/',
      '/dev/mailbox/',
      '/dev/mailbox/?sample=receipt',
      '/dev/charges/',
    ],
  },
  {
    title: 'the owner of an active account',
    enter: signIn('agent@example.com'),
    addresses: async ({ page }) => [
      '/account/',
      pages.plan,
      pages.billing,
      ...(await linksOn(page, pages.billing, '/account/billing/bills/')).slice(0, 1),
      pages.details,
      pages['outgoing-mail'],
      pages.people,
      pages.security,
      pages['second-factor'],
      pages.passkeys,
      pages.activity,
      pages['connected-apps'],
      pages.cancel,
    ],
  },
  {
    title: 'an account that is past due',
    enter: signIn('pastdue@example.com'),
    addresses: ['/account/', pages.billing],
  },
  {
    title: 'an account that has ended',
    enter: signIn('canceled@example.com'),
    addresses: [pages.reactivate, pages.billing],
  },
  {
    title: 'the sample site',
    addresses: async ({ page }) => {
      const [post = ''] = await linksOn(page, '/site/blog/', '/site/blog/')
      const paths = Object.values(sitePaths).filter((path) => !path.includes(':'))
      return [...paths, post, '/site/blog/a-post-that-never-was/']
    },
  },
  {
    title: 'operators, the lists',
    enter: ({ page, server }) => signInToDesk(page, server, 'admin'),
    addresses: async ({ server }) =>
      [...Object.values(deskPages), { path: '/desk/no-such-page/' }]
        .filter(({ path }) => !path.includes(':') && !/sign-in|second-step/.test(path))
        .map(({ path }) => server.deskUrl + path),
  },
  {
    title: 'operators, an account',
    enter: ({ page, server }) => signInToDesk(page, server, 'admin'),
    addresses: async ({ page, server }) => {
      const account = '/desk/accounts/204518/'
      const [bill = ''] = await linksOn(page, server.deskUrl + account, `${account}bills/`)
      const mail = await firstMail(page, server)
      const parts = [
        '',
        'feed/',
        'help/',
        'help/?action=cancel',
        'help/?action=hold',
        'money/',
        'access/',
        'see-as/',
      ]
      return [
        ...[
          '/desk/sign-in/',
          '/desk/find/?q=north',
          bill,
          mail,
          '/desk/queues/refunds/',
          '/desk/queues/differences/',
        ],
        ...parts.map((part) => account + part),
      ].map((path) => server.deskUrl + path)
    },
  },
]

/** Signs in as the group's person, and returns the URLs to open. */
export async function addressesOf({ enter, addresses }: PageGroup, opened: Opened): Promise<string[]> {
  await enter?.(opened)
  return typeof addresses === 'function' ? addresses(opened) : addresses
}

function signIn(email: string, pin = '') {
  return async ({ page }: Opened) => {
    const answer = await page.request.post('/rest/auth/login/', {
      multipart: { email, password: PASSWORD, pin },
    })
    expect(answer.status()).toBe(200)
  }
}

/** An invitation from an account that no other story signs in to: the usual one's last free seat is taken. */
async function invitationLink(page: Page): Promise<string> {
  const email = `invited${Date.now()}@example.com`
  const before = await newestMail(page.request)
  await signIn('team@example.com', '204611')({ page } as Opened)
  const answer = await page.request.post('/rest/account/people/invite/', {
    data: { email, first_name: 'Ines', last_name: 'Vidal', role: 'user' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const { plain } = await mailTo(page.request, { email, subject: /./, after: before })
  await page.context().clearCookies()
  return pathsIn(plain, '/account/invitation/')[0] ?? ''
}

/** The newest email in an account's timeline. */
async function firstMail(page: Page, server: Server): Promise<string> {
  const [mail = ''] = await linksOn(
    page,
    `${server.deskUrl}/desk/accounts/204518/?kinds=mail`,
    '/desk/mails/',
  )
  return mail
}

/** The links of a page that lead below this path. */
async function linksOn(page: Page, address: string, start: string): Promise<string[]> {
  await page.goto(address)
  const links = await page
    .locator(`a[href^="${start}"]`)
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  return links.filter((link) => link !== null && link !== start) as string[]
}
