import type { ComponentType } from 'react'
import { definePages } from '#web/page-table.ts'
import type { SitePageName } from './addresses.ts'
import { findPost } from './blog/posts.ts'
import type { SitePageProps } from './page-props.ts'

/** The table of contents: which file renders a page, and its title. */
export const sitePages = definePages<SitePageName, SitePageProps>({
  files: import.meta.glob<Record<string, ComponentType<SitePageProps>>>('./pages/*Page.tsx'),
  sheets: import.meta.glob<string>('./styles/{site,pricing}.css', {
    query: '?inline',
    import: 'default',
    eager: true,
  }),
  sheetOf: (file) => `./styles/${file === 'PricingPage' ? 'pricing' : 'site'}.css`,
  folder: './pages',
  pages: {
    home: {
      file: 'HomePage',
      title: 'Home',
      description:
        'A power dialer for sales people: up to 300 calls an hour, with lead data and call recording.',
    },
    media: {
      file: 'MediaPage',
      title: 'Media',
      description: 'How the power dialer looks and sounds at work.',
    },
    pricing: {
      file: 'PricingPage',
      title: 'Pricing',
      description: 'Build your own plan: dialers, agent access and lead data, each at its monthly price.',
    },
    blog: {
      file: 'BlogPage',
      title: 'Blog',
      description: 'Short pieces on calling: openers, calling blocks and lists that are worth the hour.',
    },
    post: {
      file: 'PostPage',
      title: ({ path }) => findPost(path)?.title ?? 'Blog',
      description: 'From our blog on calling, lists and habits that keep the line busy.',
    },
    faq: {
      file: 'FaqPage',
      title: 'Questions and answers',
      description: 'Answers to what people ask before they sign up: dialers, data, billing and canceling.',
    },
    'about-us': {
      file: 'AboutUsPage',
      title: 'About us',
      description: 'Who makes this power dialer, and for whom.',
    },
    support: {
      file: 'SupportPage',
      title: 'Support',
      description: 'How to reach our support team, and when.',
    },
    'app-store': {
      file: 'AppStorePage',
      title: 'The app for iPhone',
      description: 'The companion app for iPhone.',
    },
    'play-store': {
      file: 'PlayStorePage',
      title: 'The app for Android',
      description: 'The companion app for Android.',
    },
    'webinar-room': { file: 'WebinarRoomPage', title: 'Webinar room' },
    'getting-started': {
      file: 'GettingStartedPage',
      title: 'Getting started',
      description: 'Your first calling session, step by step.',
    },
    terms: { file: 'TermsPage', title: 'Terms', description: 'The terms of the subscription.' },
    privacy: {
      file: 'PrivacyPage',
      title: 'Privacy',
      description: 'What we keep about you, why and for how long.',
    },
  },
})
