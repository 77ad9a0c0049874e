import { marketingPage, type Provider } from '#contract/provider/provider.ts'
import { phoneLink } from '#web/ui/phone-link.ts'
import type { SitePageName } from './page-props.ts'
import type { PageText } from './page-text.ts'

export type TextPageName = Exclude<SitePageName, 'home' | 'pricing' | 'blog' | 'post'>

/** The text-only pages of the sample site. */
export function textsOf(provider: Provider): Record<TextPageName, PageText> {
  const { brandName, tollFreeNumber, links } = provider
  const planBuilder = `${marketingPage(provider, 'pricing/')}#plan-builder`
  const blog = marketingPage(provider, 'blog/')
  const trainings = '/single/training-webinars/'
  const uncovered = 'Canada, South Carolina, Montana, Idaho and Kansas'

  const app: Omit<PageText, 'heading' | 'note'> = {
    lede: `${brandName}, on your phone.`,
    texts: {
      'For the rest of the day':
        'The website is made for a desk: a wide screen, a headset, a calling block. The app is for the callback that is due in a parking lot, when you need your notes. Sign in with the same email and password.',
    },
    panel: {
      heading: 'The office in your pocket',
      points: [
        'Someone calls back while you are in a driveway, and your notes remind you of their dog’s name.',
        'A showing falls through, and twenty minutes are enough for today’s hot list.',
      ],
    },
  }

  return {
    media: {
      heading: 'Media',
      lede: 'Text and figures for people who write about us. Use them freely, and quote them in full.',
      texts: {
        'In short':
          'A power dialer rings the next number while its user is still writing a note about the last one, and on three lines it reaches up to 300 numbers an hour. With it come a CRM that keeps leads, callbacks and appointments together, and six data services that tell a caller why a conversation might be welcome today. Each part is bought by the month, for one person or for a team.',
      },
      buttons: { 'Write to us': links.support, 'Read the blog': blog },
      note: 'The provider’s own press page goes here.',
      panel: {
        heading: 'Figures you may print',
        text: 'They are the same in our price list, in our sign-up and here.',
        facts: [
          { figure: '25,000+', meaning: 'sales professionals have joined' },
          { figure: '300', meaning: 'calls per hour on three lines, at most' },
          { figure: '85', meaning: 'calls per hour on a single line, at most' },
          { figure: '10', meaning: 'live trainings in a working week' },
        ],
      },
    },
    faq: {
      heading: 'Questions, answered plainly',
      lede: 'What people ask before they sign up, including the parts that are not for everyone.',
      look: 'questions',
      texts: {
        'What does every plan need?':
          'Agent access, which is the CRM with your hosted leads. Each agent on an account needs a CRM licence of their own. Everything else is your choice.',
        'Does every agent need a dialer of their own?':
          'No. Dialing licences can be shared between agents who do not dial at the same time. Two people who split the day can share one. Two people who call at the same time need two.',
        'Single line or triple line?':
          'The single line dialer makes up to 85 calls per hour, one after the other. The triple line dialer rings three numbers at once and makes up to 300 calls per hour.',
        'Can I start alone and add people later?':
          'Yes. Additional users, dialing licences and data subscriptions may be added at any time after signing up.',
        'How much can I use the skip tracer?': `Traces inside ${brandName} are unlimited. Exports are limited to 3000 records per calendar month.`,
        'Which area do expired leads cover?':
          'Expired and off-market data is sold by 50-mile radius. It is not available in every MLS.',
        'Is there anywhere you have no data?': `Yes. The skip tracer, neighborhood search and pre-foreclosures do not cover ${uncovered}. You can still add them, but they have no records there.`,
        'What about the Do Not Call registry?':
          'Numbers are checked against the national registry at no charge. You remain responsible for state rules and for your own list of people who asked not to be called.',
        'How am I billed?':
          'Monthly, in advance. The subscription is recurring, prepaid and non-refundable. Your card is charged on the same day of each month until you cancel.',
        'How do I cancel?':
          'Online, without a call. Cancel before your next billing date, and your service runs to the end of the month you paid for.',
        'Can I use it on my phone?': 'With the companion app, on iPhone and Android.',
        'Is there training?': 'Twice every weekday, live and free, in the webinar room.',
      },
      buttons: { 'Get the app': links.appStore, 'The webinar room': links.webinarMorning },
      note: 'The provider’s own answers go here.',
      panel: {
        heading: 'The short version',
        text: 'One plan, billed monthly in advance. Add what you need when you need it.',
        points: [
          'One CRM licence per agent, and one dialer for each person who calls at the same time',
          'Cancel online before the next billing date',
          `Still wondering? Ask a person on weekdays: ${tollFreeNumber}`,
        ],
      },
    },
    'about-us': {
      heading: 'We work for the person with the headset',
      lede: 'Agents, investors, lenders, insurers: people who know that the next client is a conversation away.',
      look: 'tiles',
      texts: {
        'The call is the work':
          'Dialing is not. We try to remove whatever is between you and the next conversation: the ringing, the wrong numbers, the typing.',
        'People on the other end are people':
          'We check numbers against the national Do Not Call registry at no charge, and our training starts with manners. A caller who is welcome calls again.',
        'A price should survive being read twice':
          'What the plan builder adds up is what the sign-up shows and what your receipt says. You can cancel online before the next billing date.',
        'Help has a voice':
          'On weekdays, someone picks up the phone. At other times you can write to us, and every weekday there are two live trainings.',
      },
      buttons: { 'Build your plan': planBuilder, 'Read the blog': blog },
      note: 'The provider’s own story goes here.',
      panel: {
        heading: 'Who calls with us',
        text: 'Join 25,000+ sales professionals who start their day on the phone.',
        points: [
          'Real-estate agents, who call sellers before anyone else does',
          'Investors, who look for owners with a problem and bring a fair answer',
          'Insurance and mortgage people, whose best lead is last year’s client',
          'Teams, who share dialing licences between those who do not call at the same time',
        ],
      },
    },
    support: {
      heading: 'Support',
      lede: 'Most problems take a minute to solve. Here are the most common ones.',
      look: 'tiles',
      texts: {
        'I cannot sign in': {
          text: 'We email you a link that works once, for an hour.',
          link: 'Set a new password',
          href: '/password-reset/',
        },
        'My account is not ready':
          'Setting up takes 5 to 10 minutes. Please wait for the confirmation email, and check your spam folder.',
        'I want to change my plan': {
          text: 'The owner of the account can add users, dialers and data at any time.',
          link: 'Sign in',
          href: '/login/',
        },
        'I want to talk to a person': {
          text: 'Monday to Friday from 13:00 to 21:00 UTC, free of charge.',
          link: tollFreeNumber,
          href: phoneLink(tollFreeNumber),
        },
      },
      buttons: { 'Getting started': links.gettingStartedVideo, 'Join a live training': trainings },
      note: 'The provider’s own help desk goes here. Set its link with SUPPORT_URL.',
      panel: {
        heading: 'Have these ready',
        text: 'We will never ask for your password or your full card number.',
        points: [
          'Your six-digit Account Number. It is in your confirmation email.',
          'What you were doing, and the message you saw.',
          'The number at the bottom of an error page, if there was one.',
        ],
      },
    },
    'app-store': {
      ...app,
      heading: 'The companion app for iPhone',
      buttons: { 'Build your plan': planBuilder, 'The app for Android': links.playStore },
      note: 'The listing in the App Store goes here. Set its link with APP_STORE_URL.',
    },
    'play-store': {
      ...app,
      heading: 'The companion app for Android',
      buttons: { 'Build your plan': planBuilder, 'The app for iPhone': links.appStore },
      note: 'The listing in the Play Store goes here. Set its link with PLAY_STORE_URL.',
    },
    'webinar-room': {
      heading: 'The webinar room',
      lede: 'This is where the video meeting of a live training opens.',
      texts: {
        'Monday to Friday':
          'In the morning at 11AM EST, 10AM CST, 9AM MST, 8AM PST, and in the afternoon at 3PM EST, 2PM CST, 1PM MST, 12PM PST. The room opens 15 minutes before. Nobody is admitted after the start.',
      },
      buttons: { 'See which room is open': trainings, 'Start without one': links.gettingStartedVideo },
      note: 'The provider’s video meetings go here: WEBINAR_MORNING_URL and WEBINAR_AFTERNOON_URL.',
      panel: {
        heading: 'Get more out of the half hour',
        points: [
          'Sign in beforehand and have your own list open, not the sample.',
          'Bring one call that went wrong this week. It is the best teaching material there is.',
          'Keep your camera off if you like, but have your headset on. You will be asked to try things.',
        ],
      },
    },
    'getting-started': {
      heading: 'Getting started',
      lede: 'From the confirmation email to your first conversation, in six chapters.',
      look: 'tiles',
      texts: {
        '1. Sign in': 'Use the email and password you chose at sign-up.',
        '2. Bring your people': 'Upload a spreadsheet of leads, or open the data services of your plan.',
        '3. Write your opening': 'Two sentences that say who you are and why you are calling.',
        '4. Check your sound': 'A headset beats a laptop, and a quiet room beats both.',
        '5. Press start': 'The first conversation is usually the seventh call. Let ten numbers ring.',
        '6. Set the next list': 'Put tomorrow’s callbacks on top. It takes four minutes.',
      },
      buttons: { 'Go to Login': '/login/', 'Join a live training': trainings },
      note: 'The provider’s own video goes here. Set its link with GETTING_STARTED_URL.',
      panel: {
        heading: 'Your first hour',
        text: 'You need less than you think: one list, one opening, one hour without notifications.',
        facts: [
          { figure: '10 min', meaning: 'until an account is set up, often less' },
          { figure: '20 min', meaning: 'to bring a list and write an opening' },
          { figure: '30 min', meaning: 'of calls, which is enough for a first conversation' },
        ],
      },
    },
    terms: {
      heading: 'Terms',
      lede: 'This is sample text. It is not a contract.',
      texts: {
        '1. What you buy':
          'A subscription made of agent access, dialing licences, features and data services, in the quantities you chose at sign-up. Each agent on an account needs a CRM licence. Dialing licences can be shared between agents who do not dial at the same time.',
        '2. How you pay':
          'The subscription is monthly, recurring, prepaid and non-refundable. Your card is charged on the day you sign up, and again on the same day of each month until you cancel. Additions during a month are charged by the day.',
        '3. How you cancel':
          'Cancel before the next billing date to avoid the next charge. Your service runs to the end of the month you paid for.',
        '4. How you call':
          'You are responsible for the calls you make: when you call, what you say, and respecting people who asked not to be called. The national Do Not Call check helps you, but it does not give you permission to call.',
        '5. Limits of the data': `Traces within ${brandName} are unlimited. Skip tracer exports are limited to 3000 records per calendar month. Expired data is sold by 50-mile radius and is not available in every MLS. Skip tracer, neighborhood search and pre-foreclosures do not cover ${uncovered}.`,
        '6. When an account is closed':
          'An account may be closed for a chargeback or disputed charge, for fraudulent charges, or for unacceptable usage.',
      },
      note: 'The provider sets its own terms with TERMS_URL.',
      panel: {
        heading: 'What to look for in any terms',
        points: ['What exactly do I get?', 'When is my card charged?', 'How do I stop it, and by when?'],
      },
    },
    privacy: {
      heading: 'Privacy',
      lede: 'This sample text describes how the software works. It is not a privacy notice.',
      texts: {
        '1. What is kept':
          'What you type when you sign up: your name, your company, how to reach you, and your plan. Passwords and security answers are stored only as hashes, which cannot be read.',
        '2. Your card':
          'The number and the security code go to the payment provider and nowhere else. We keep only a token, the brand, the last four digits and the expiration date, so that you can recognize the card.',
        '3. An unfinished sign-up':
          'What you typed is kept in your browser for the rest of the day, without passwords and without a card, so that you can continue where you left off.',
        '4. Checks against fraud':
          'On the payment page, the browser sends a description of itself (how it plays sound and draws pictures) to help tell a person from a bot. It is used only for that.',
        '5. Cookies':
          'One keeps you signed in, and one remembers an unfinished sign-up. Nothing on the sign-up and account pages is loaded from a third party.',
      },
      note: 'The provider sets its own notice with PRIVACY_URL.',
      panel: {
        heading: 'Never stored anywhere',
        points: ['Your card number and its security code', 'Your password and answers in readable form'],
      },
    },
  }
}
