import {
  type ItemKey,
  itemKeys,
  items,
  LEAST_SEATS,
  MOST_LICENCES,
  type Quantities,
} from '#contract/catalogue/plan.ts'
import {
  type Change,
  type Choices,
  complaintOfChoices,
  dialersIn,
  hasDialers,
  isDataAbroad,
  isOffered,
  type Market,
  type Notice,
  type Offer,
  startChoices,
  startingPlan,
} from './legacy-choices.ts'
import * as messages from './messages.ts'

/** The only function that changes choices: it decides what a change asks first, resets or rejects. */
export function choose(choices: Choices, change: Change, offer: Offer): Choices {
  if (choices.notice)
    return change.kind === 'answer' ? answer(choices, choices.notice, change.yes, offer) : choices
  switch (change.kind) {
    case 'email':
      if (isSame(choices, change)) return choices
      return losesByEmail(choices, offer)
        ? { ...choices, notice: { kind: 'discard', change } }
        : apply(choices, change, offer)
    case 'account':
    case 'package':
      if (isSame(choices, change)) return choices
      return wouldDiscard(choices)
        ? { ...choices, notice: { kind: 'discard', change } }
        : apply(choices, change, offer)
    case 'market':
      return isDataAbroad({ ...choices, market: change.market })
        ? { ...choices, notice: { kind: 'abroad', change } }
        : apply(choices, change, offer)
    case 'variant':
      return withinLicences({ ...choices, stepThree: change.stepThree })
    case 'quantity':
      return setQuantity(choices, change.item, change.quantity, offer)
    case 'mix':
      return takeMix(choices, change.mix)
    case 'leave': {
      const complaint = complaintOfChoices(choices, offer)
      return complaint ? { ...choices, notice: error([complaint]) } : choices
    }
    case 'answer':
      return choices
  }
}

const popupFlags = {
  'neighborhood-search': 'show_nhs_alert_popup',
  'skip-tracer': 'show_rl_alert_popup',
  'pre-foreclosures': 'show_pfcl_alert_popup',
} as const satisfies Partial<Record<ItemKey, keyof Offer>>

/** A different email starts a new sign-up. Entering the first email resets nothing. */
function setEmail(choices: Choices, email: string, { firstCountry }: Offer): Choices {
  return choices.email === ''
    ? { ...choices, email }
    : { ...startChoices(choices.stepThree, firstCountry), email }
}

/** Whether starting over would discard any choices. */
function losesByEmail(choices: Choices, { firstCountry }: Offer): boolean {
  if (choices.email === '') return false
  const start = startChoices(choices.stepThree, firstCountry)
  const { market } = choices
  return (
    choices.accountType !== start.accountType ||
    choices.dataAndDialerChoice !== start.dataAndDialerChoice ||
    wouldDiscard(choices) ||
    Object.keys(start.market).some((key) => market[key as keyof Market] !== start.market[key as keyof Market])
  )
}

function apply(choices: Choices, change: Change, offer: Offer): Choices {
  switch (change.kind) {
    case 'email':
      return setEmail(choices, change.email, offer)
    case 'account':
      return begun({ ...choices, accountType: change.accountType })
    case 'package':
      return begun({ ...choices, dataAndDialerChoice: change.dataAndDialerChoice })
    case 'market': {
      const moved = { ...choices, market: change.market }
      return isDataAbroad(moved) ? begun({ ...moved, dataAndDialerChoice: 'dialer' }) : moved
    }
    default:
      return choices
  }
}

function begun(choices: Choices): Choices {
  return { ...choices, quantities: startingPlan(choices.accountType, choices.dataAndDialerChoice) }
}

function isSame(choices: Choices, change: Change): boolean {
  if (change.kind === 'email') return change.email === choices.email
  if (change.kind === 'account') return change.accountType === choices.accountType
  return change.kind === 'package' && change.dataAndDialerChoice === choices.dataAndDialerChoice
}

function wouldDiscard({ accountType, dataAndDialerChoice, quantities }: Choices): boolean {
  const start = startingPlan(accountType, dataAndDialerChoice)
  return itemKeys.some((item) => quantities[item] !== start[item])
}

function answer(choices: Choices, notice: Notice, yes: boolean, offer: Offer): Choices {
  const closed = { ...choices, notice: null }
  switch (notice.kind) {
    case 'error':
      return closed
    case 'info':
      return { ...closed, isInformed: true }
    case 'discard':
    case 'abroad':
      return yes ? apply(closed, notice.change, offer) : closed
    case 'coverage': {
      const { service } = notice
      const quantities = yes ? closed.quantities : { ...closed.quantities, [service]: 0 }
      return { ...closed, quantities, acknowledged: [...closed.acknowledged, service] }
    }
  }
}

function setQuantity(choices: Choices, item: ItemKey, quantity: number, offer: Offer): Choices {
  if (!isOffered(choices, item, offer) || !isPossible(choices, item, quantity)) return choices
  const { accountType, quantities } = choices
  const isDialer = item === 'single' || item === 'triple'
  // A single user has one dialer: choosing one drops the other.
  const others = accountType === 'single_user' && isDialer ? { single: 0, triple: 0 } : {}
  const chosen = withinLicences({ ...choices, quantities: { ...quantities, ...others, [item]: quantity } })
  if (quantity === 0 || quantities[item] > 0 || items[item].kind !== 'service') return chosen
  return { ...chosen, notice: noticeOfService(choices, item, offer) ?? chosen.notice }
}

function takeMix(choices: Choices, mix: Pick<Quantities, 'lead' | 'single' | 'triple'>): Choices {
  const { accountType, dataAndDialerChoice, quantities } = choices
  const isPossibleMix = (['lead', 'single', 'triple'] as const).every((item) =>
    isPossible(choices, item, mix[item]),
  )
  if (accountType !== 'multi_user' || !hasDialers(dataAndDialerChoice) || !isPossibleMix) return choices
  return withinLicences({ ...choices, quantities: { ...quantities, ...mix } })
}

function isPossible({ accountType }: Choices, item: ItemKey, quantity: number): boolean {
  const isSingle = accountType === 'single_user'
  if (!Number.isInteger(quantity)) return false
  if (items[item].kind === 'service') return quantity === 0 || quantity === 1
  if (item === 'lead') return !isSingle && quantity >= LEAST_SEATS && quantity <= MOST_LICENCES
  if (isSingle && (item === 'single' || item === 'triple')) return quantity === 1
  return quantity >= 0 && quantity <= (isSingle ? 1 : MOST_LICENCES)
}

/**
 * The license variant warns about coverage according to its flags; the other variant shows a single notice
 * about the skip tracer.
 */
function noticeOfService(choices: Choices, item: ItemKey, offer: Offer): Notice | undefined {
  if (choices.stepThree === 'choices') {
    return item === 'skip-tracer' && !choices.isInformed ? { kind: 'info' } : undefined
  }
  if (!(item in popupFlags) || choices.acknowledged.includes(item)) return undefined
  return offer[popupFlags[item as keyof typeof popupFlags]] ? { kind: 'coverage', service: item } : undefined
}

/**
 * In the license variant no kind of license may outnumber the seats: one that does is reset to zero, with a
 * notice.
 */
function withinLicences(choices: Choices): Choices {
  if (choices.stepThree !== 'licences') return choices
  const { quantities } = choices
  const dialersAsked = dialersIn(quantities)
  const allowed = { ...quantities }
  const says: string[] = []
  if (dialersAsked > quantities.lead) {
    Object.assign(allowed, { single: 0, triple: 0 })
    says.push(messages.moreDialersThanSeats)
  }
  if (quantities.callrecording > quantities.lead) {
    allowed.callrecording = 0
    says.push(messages.moreRecordingThanSeats)
  }
  if (quantities.callme > quantities.lead) {
    allowed.callme = 0
    says.push(messages.moreCallMeThanSeats)
  }
  if (says.length === 0) return choices
  const request =
    allowed.single === quantities.single && allowed.triple === quantities.triple ? 0 : dialersAsked
  return { ...choices, quantities: allowed, notice: error(says, request) }
}

function error(says: string[], dialersAsked = 0): Notice {
  return { kind: 'error', says, dialersAsked }
}
