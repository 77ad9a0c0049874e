/**
 * Anyone can enter any name together with someone else's email, and the resulting mail comes from us. Names
 * that a mail client would turn into a link or a phone number are therefore omitted.
 */

const link = /:\/\/|\bwww[.。．｡]|[\p{L}\d-][.。．｡]\p{L}{2,}|\d+\.\d+\.\d+\.\d+/iu
const numberToCall = /(?:\d[\s().-]*){7}/

export function isFitForMail(name: string): boolean {
  return name !== '' && !link.test(name) && !numberToCall.test(name)
}

export function greetingTo(firstName: string): string {
  return isFitForMail(firstName) ? `Hello ${firstName},` : 'Hello,'
}

export type NamedAccount = { company: string; pin: string }

export function accountInMail({ company, pin }: NamedAccount): string {
  return isFitForMail(company) ? `${company} (account number ${pin})` : `account number ${pin}`
}

/** Shorter, where the number is not needed. */
export function companyInMail({ company, pin }: NamedAccount): string {
  return isFitForMail(company) ? company : `account ${pin}`
}

/** The name of a person or a company, or the given placeholder if it is unfit. */
export function nameInMail(name: string, otherwise: string): string {
  return isFitForMail(name) ? name : otherwise
}

export function personAndEmail(fullName: string, email: string): string {
  return isFitForMail(fullName) ? `${fullName} (${email})` : email
}
