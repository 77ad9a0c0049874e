import type { ReactNode } from 'react'
import { formatPrice } from '#contract/catalogue/money.ts'
import type { PriceList } from '#contract/catalogue/plan.ts'
import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { priceWithAgent } from '../plan-builder/plan.ts'

export type Topic = { heading: string; questions: { asked: string; answer: ReactNode }[] }

/** Questions people ask before they sign up. */
export function topicsFor(provider: Provider, prices: PriceList): Topic[] {
  const builder = `${marketingPage(provider, 'pricing/')}#plan-builder`
  const single = formatPrice(priceWithAgent('single', prices))
  const triple = formatPrice(priceWithAgent('triple', prices))
  return [
    {
      heading: 'Licences and people',
      questions: [
        {
          asked: 'What does every plan need?',
          answer:
            'Agent access, which is the CRM with your hosted leads. Each agent on an account needs a CRM licence of their own. Everything else is your choice.',
        },
        {
          asked: 'Does every agent need a dialer of their own?',
          answer:
            'No. Dialing licences can be shared between agents who do not dial at the same time. Two people who split the day can share one. Two people who call at the same time need two.',
        },
        {
          asked: 'Single line or triple line?',
          answer: `The single line dialer makes up to 85 calls per hour, one after the other. The triple line dialer rings three numbers at once and makes up to 300 calls per hour. With agent access for one person they come to ${single} and ${triple} a month.`,
        },
        {
          asked: 'Can I start alone and add people later?',
          answer:
            'Yes. Additional users, dialing licences and data subscriptions may be added at any time after signing up.',
        },
      ],
    },
    {
      heading: 'Data services',
      questions: [
        {
          asked: 'How much can I use the skip tracer?',
          answer: `Traces inside ${provider.brandName} are unlimited. Exports are limited to 3000 records per calendar month.`,
        },
        {
          asked: 'Which area do expired leads cover?',
          answer: 'Expired and off-market data is sold by 50-mile radius. It is not available in every MLS.',
        },
        {
          asked: 'Is there anywhere you have no data?',
          answer:
            'Yes. The skip tracer, neighborhood search and pre-foreclosures do not cover Canada, South Carolina, Montana, Idaho and Kansas. You can still add them, but they have no records there.',
        },
        {
          asked: 'What about the Do Not Call registry?',
          answer:
            'Numbers are checked against the national Do Not Call registry at no charge. You remain responsible for state rules and for your own list of people who asked not to be called.',
        },
      ],
    },
    {
      heading: 'Billing and canceling',
      questions: [
        {
          asked: 'How am I billed?',
          answer:
            'Monthly, in advance. The subscription is recurring, prepaid and non-refundable. Your card is charged on the same day of each month until you cancel.',
        },
        {
          asked: 'How do I cancel?',
          answer:
            'Online, without a call. Cancel before your next billing date, and your service runs to the end of the month you paid for.',
        },
        {
          asked: 'Can I pay with a gift card?',
          answer: 'Usually not. Most gift cards cannot be used for recurring payments.',
        },
        {
          asked: 'Are the prices on the plan builder final?',
          answer: (
            <>
              Yes. <a href={builder}>The plan builder</a>, the sign-up and your receipt use the same price
              list, and you keep the prices you signed up at.
            </>
          ),
        },
      ],
    },
    {
      heading: 'Getting started',
      questions: [
        {
          asked: 'How soon can I call?',
          answer:
            'Setting up an account takes 5 to 10 minutes. We will email you when it is ready, and then you can sign in.',
        },
        {
          asked: 'Can I use it on my phone?',
          answer: (
            <>
              The website is made for a computer. On a phone, use the companion app from the{' '}
              <a href={provider.links.appStore}>App Store</a> or from{' '}
              <a href={provider.links.playStore}>Google Play</a>.
            </>
          ),
        },
        {
          asked: 'Is there training?',
          answer: (
            <>
              Twice every weekday, live and free. See the{' '}
              <a href="/single/training-webinars/">training webinars</a>; the{' '}
              <a href={provider.links.webinarMorning}>webinar room</a> opens 15 minutes before. Or start with{' '}
              <a href={provider.links.gettingStartedVideo}>getting started</a>.
            </>
          ),
        },
      ],
    },
  ]
}
