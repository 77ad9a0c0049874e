import { dayInWords, lastMomentBefore } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'
import { type PlanLine, totalOf } from '#contract/catalogue/plan.ts'
import { pages } from '#contract/pages.ts'
import { fillPath } from '#contract/wire/endpoint.ts'
import type { Db } from '#server/platform/db/database.ts'
import { accountInMail, greetingTo } from '#server/platform/mail/names.ts'
import { type PostDeps, post, postTo } from '#server/platform/mail/post.ts'
import type { Customer } from './customer.ts'

type Paid = {
  accountId: number
  pin: string
  invoiceNumber: string
  nextChargeOn: string
  customer: Customer
  lines: PlanLine[]
  charge: { brand: string; lastFour: string }
}

/** The receipt acknowledges what was agreed: recurring, prepaid, and how to end it. */
export async function postReceipt(tx: Db, deps: PostDeps, paid: Paid): Promise<void> {
  const { customer, lines, charge, nextChargeOn } = paid
  const { publicUrl, provider } = deps.config
  const total = formatAmount(totalOf(lines))
  await postTo(
    tx,
    deps,
    'receipt',
    { accountId: paid.accountId, email: customer.email, firstName: customer.firstName },
    {
      subject: `Receipt ${paid.invoiceNumber}: ${total}`,
      paragraphs: [
        `Thank you. We charged ${total} to your ${charge.brand} card ending in ${charge.lastFour} for ${accountInMail({ company: customer.company, pin: paid.pin })}.`,
        ...lines.map(
          (line) =>
            `${line.label}${line.quantity > 1 ? ` × ${line.quantity}` : ''}: ${formatAmount(line.amount)} a month`,
        ),
        `You agreed to a subscription that is billed every month in advance until you cancel. The next charge is ${total} on ${dayInWords(nextChargeOn)}.`,
        `To stop before it, cancel by ${lastMomentBefore(customer.timeZone, nextChargeOn)}. Months already paid are not refunded; your service runs to the end of them.`,
        'Your account is being set up now. This can take 5-10 minutes; another e-mail tells you when it is ready.',
      ],
      buttons: [{ label: 'Go to Login', url: `${publicUrl}${pages['sign-in']}` }],
      closing: [`To cancel or ask anything: call ${provider.tollFreeNumber}, or sign in to your account.`],
    },
  )
}

export async function postResumeLink(
  tx: Db,
  deps: PostDeps,
  { email, firstName, token }: { email: string; firstName: string; token: string },
): Promise<void> {
  const { publicUrl, provider } = deps.config
  await post(
    tx,
    deps,
    { purpose: 'resume-sign-up', recipient: email },
    {
      subject: 'Continue your sign-up',
      greeting: greetingTo(firstName),
      paragraphs: [
        'You began to sign up and asked for a way back. This link brings you to where you were, on any device.',
        'Your plan and what you typed are there. Your password, your security answers and your card are not: please enter them again. Nothing has been charged.',
        'The link works once, for 24 hours.',
      ],
      buttons: [
        {
          label: 'Continue your sign-up',
          url: `${publicUrl}${fillPath(pages['resume-sign-up'], { linkToken: token })}`,
        },
      ],
      closing: [
        'If you did not ask for this, you need not do anything: nobody can go on without this link.',
        `Questions? Call ${provider.tollFreeNumber}.`,
      ],
    },
  )
}
