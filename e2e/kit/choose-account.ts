import type { Page } from '@playwright/test'
import { expect, signInAs } from './visitor.ts'

export const TEAM = 'team@example.com'
export const chooser = (page: Page) => page.getByRole('dialog', { name: 'Choose account' })
export const title = (page: Page) => chooser(page).getByRole('heading')
export const row = (page: Page, pin: string) => chooser(page).getByRole('row').filter({ hasText: pin })

export async function openChooser(page: Page) {
  await signInAs(page, TEAM)
  await expect(chooser(page)).toBeVisible()
}
