import { page } from 'vitest/browser'

/** Fills the card form of the account pages. */
export async function fillCard(number = '5555555555554444'): Promise<void> {
  await page.getByLabelText('Card number').fill(number)
  await page.getByLabelText('Card holder name').fill('Joan Okafor')
  await page.getByLabelText('Expiration month').selectOptions('12')
  await page.getByLabelText('Expiration year').selectOptions('2029')
  await page.getByLabelText('CVV').fill('123')
  await page.getByLabelText('Zip').fill('60601')
}
