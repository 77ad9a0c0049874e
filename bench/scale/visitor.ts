import { findAccounts, signIn } from '../../contract/features/sign-in.ts'
import { pages } from '../../contract/pages.ts'
import { fillPath } from '../../contract/wire/endpoint.ts'
import type { Product } from '../../scripts/launch-product.ts'
import { ask, formOf, type Got } from '../client.ts'

/** The identifiers of an account. */
export type Known = { email: string; number: string; phone: string; bill: string; charge: string }
export type Person = Known & { ip: string; device: string; session: string }

/** Someone who signs in for the first time and can then repeat everything. */
export async function meet(product: Product, person: Known & { ip: string }): Promise<Person> {
  const answer = await signInAs(product, { ...person, device: '', session: '' })
  const cookie = (name: string) =>
    answer.cookies.find((one) => one.startsWith(`${name}=`))?.split(';')[0] ?? ''
  return { ...person, device: cookie('device'), session: cookie('session') }
}

/** What people do, by name; each is one request. Signing in comes last, because pages list the sessions. */
export const visits: Record<string, (product: Product, person: Person) => Promise<Got>> = {
  'account page': (product, person) => open(product, pages.account, person),
  'billing page': (product, person) => open(product, pages.billing, person),
  'one bill': (product, person) => open(product, fillPath(pages.bill, { number: person.bill }), person),
  'people of an account': (product, person) => open(product, pages.people, person),
  'security page': (product, person) => open(product, pages.security, person),
  activity: (product, person) => open(product, pages.activity, person),
  'connected apps': (product, person) => open(product, pages['connected-apps'], person),
  'sign-in from a known device': (product, person) => signInAs(product, person),
  'sign-in from a new device': (product, person) => signInAs(product, { ...person, device: '' }),
  'look-up of an email': (product, { email, ip }) => post(product, findAccounts.path, { email }, ip, ''),
}

function signInAs(product: Product, { email, ip, device }: Person): Promise<Got> {
  return post(product, signIn.path, { email, password: 'password1' }, ip, device)
}

async function post(
  product: Product,
  path: string,
  fields: Record<string, string>,
  ip: string,
  cookie: string,
) {
  const { headers, body } = formOf(fields)
  return good(
    path,
    await ask(`${product.url}${path}`, { headers: { ...headers, 'x-forwarded-for': ip, cookie }, body }),
  )
}

async function open(product: Product, path: string, { ip, session }: Person): Promise<Got> {
  const headers = { 'x-forwarded-for': ip, cookie: session }
  return good(path, await ask(`${product.url}${path}`, { headers }))
}

function good(path: string, answer: Got): Got {
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return answer
}
