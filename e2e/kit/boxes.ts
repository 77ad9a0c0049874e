import type { Page } from '@playwright/test'
import { hydrated } from './visitor.ts'

export async function settled(page: Page) {
  await hydrated(page)
  await page
    .getByRole('dialog')
    .evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
}

export async function boxOf(element: ReturnType<Page['getByRole']>) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not on the page.')
  return box
}
