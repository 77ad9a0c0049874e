/** A number as people read it → a link that dials it. Ten digits are a number of North America. */
export function phoneLink(number: string): string {
  const digits = number.replace(/\D/g, '')
  return `tel:${digits.length === 10 ? '+1' : '+'}${digits}`
}
