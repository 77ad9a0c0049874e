import { page } from 'vitest/browser'

/** Fills the card form of the account pages. */
export async function fillCard(
  number = '5555555555554444',
  within: Pick<typeof page, 'getByLabelText'> = page,
): Promise<void> {
  await within.getByLabelText('Card number').fill(number)
  await within.getByLabelText('Card holder name').fill('Joan Okafor')
  await within.getByLabelText('Expiration month').selectOptions('12')
  await within.getByLabelText('Expiration year').selectOptions('2029')
  await within.getByLabelText('CVV').fill('123')
  await within.getByLabelText('Zip').fill('60601')
}
