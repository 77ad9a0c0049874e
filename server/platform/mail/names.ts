/**
 * Anyone can enter any name together with someone else's email, and the resulting mail comes from us. Names
 * that a mail client would turn into a link or a phone number are therefore omitted.
 */

const address = /:\/\/|\bwww[.。．｡]|[\p{L}\d-][.。．｡]\p{L}{2,}|\d+\.\d+\.\d+\.\d+/iu
const numberToCall = /(?:\d[\s().-]*){7}/

export function isFitForMail(name: string): boolean {
  return name !== '' && !address.test(name) && !numberToCall.test(name)
}

export function greetingTo(firstName: string): string {
  return isFitForMail(firstName) ? `Hello ${firstName},` : 'Hello,'
}

export function accountInMail({ company, pin }: { company: string; pin: string }): string {
  return isFitForMail(company) ? `${company} (account number ${pin})` : `your account (number ${pin})`
}
