import type { Page } from '@playwright/test'

export const LOOK_UP = '/rest/auth/check_agent_email/'
export const SIGN_IN = '/rest/auth/login/'
export const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })
export const banner = (page: Page) => page.getByRole('main').locator('.banner')
