/** A readable phone number → a tel: link. Ten digits are a North American number. */
export function phoneLink(number: string): string {
  const digits = number.replace(/\D/g, '')
  return `tel:${digits.length === 10 ? '+1' : '+'}${digits}`
}
