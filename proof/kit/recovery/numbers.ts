import type { CardId } from './banks.ts'
import type { CardName } from './customers.ts'
import { mixNames } from './mixes.ts'

/** The customers of all mixes share one database: their accounts are numbered in turns, from 1. */
export function customerAt(number: number): Pick<CardId, 'mix' | 'customer'> {
  const mix = mixNames[(number - 1) % mixNames.length]
  if (!mix) throw new Error(`There is no account ${number}`)
  return { mix, customer: Math.ceil(number / mixNames.length) }
}

const prefixes = { first: 'card', backup: 'backup', typed: 'typed' } as const
/** Told apart in mails and on pages. */
export const lastFours = { first: '1111', backup: '2222', typed: '3333' } as const

export function tokenOf(number: number, card: CardName): string {
  return `${prefixes[card]}-${number}`
}

export function cardWithToken(token: string): { number: number; card: CardName } {
  const [prefix, number] = token.split('-')
  const card = (Object.keys(prefixes) as CardName[]).find((one) => prefixes[one] === prefix)
  if (!card) throw new Error(`No bank knows the card ${token}`)
  return { number: Number(number), card }
}
