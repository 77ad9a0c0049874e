import type { Page } from '@playwright/test'
import { expect, PASSWORD, signInAs } from './visitor.ts'

export const LOOK_UP = '/rest/auth/check_agent_email/'
export const SIGN_IN = '/rest/auth/login/'
export const TEAM = 'team@example.com'
export const chooser = (page: Page) => page.getByRole('dialog', { name: 'Choose account' })
export const title = (page: Page) => chooser(page).getByRole('heading')
export const row = (page: Page, pin: string) => chooser(page).getByRole('row').filter({ hasText: pin })
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })

export async function openChooser(page: Page, password = PASSWORD) {
  await signInAs(page, TEAM, password)
  await expect(chooser(page)).toBeVisible()
  await settled(page)
}

export async function answerAccounts(page: Page, accounts: object[]) {
  const login_data_list = accounts.map((account, place) => ({
    id: place + 1,
    company: `Company ${place + 1}`,
    name: 'Some Owner',
    pin: String(100_001 + place),
    status: 'Active',
    status_id: 'active',
    is_should_sign_up: false,
    ...account,
  }))
  await page.route(`**${LOOK_UP}`, (route) => route.fulfill({ json: { login_data_list } }))
}

/** The dialog is animated while it opens; colors and positions are final only afterwards. */
export async function settled(page: Page) {
  await chooser(page).evaluate((element) =>
    Promise.all(element.getAnimations().map(({ finished }) => finished)),
  )
}
