import type { ComponentType } from 'react'
import { definePages } from '#web/page-table.ts'
import { findPost } from './blog/posts.ts'
import type { SitePageName, SitePageProps } from './page-props.ts'

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
  // Only the plan builder needs a script.
  pages: {
    home: {
      file: 'HomePage',
      hasNoScript: true,
      title: 'Home',
      description:
        'A power dialer for sales people: up to 300 calls an hour, with lead data and call recording.',
    },
    media: textPage('Media', 'Text and figures for people who write about us.'),
    pricing: {
      file: 'PricingPage',
      title: 'Pricing',
      description: 'Build your own plan: dialers, agent access and lead data, each at its monthly price.',
    },
    blog: {
      file: 'BlogPage',
      hasNoScript: true,
      title: 'Blog',
      description: 'Short pieces on calling: openers, calling blocks and lists that are worth the hour.',
    },
    post: {
      file: 'PostPage',
      hasNoScript: true,
      title: ({ path }) => findPost(path)?.title ?? 'Blog',
      description: 'From our blog on calling, lists and habits that keep the line busy.',
    },
    faq: textPage(
      'Questions and answers',
      'Answers to what people ask before they sign up: dialers, data, billing and canceling.',
    ),
    'about-us': textPage('About us', 'Who makes this power dialer, and for whom.'),
    support: textPage('Support', 'How to reach our support team, and when.'),
    'app-store': textPage('The app for iPhone', 'The companion app for iPhone.'),
    'play-store': textPage('The app for Android', 'The companion app for Android.'),
    'webinar-room': textPage('Webinar room'),
    'getting-started': textPage('Getting started', 'Your first calling session, step by step.'),
    terms: textPage('Terms', 'The terms of the subscription.'),
    privacy: textPage('Privacy', 'What we keep about you, why and for how long.'),
  },
})

function textPage(title: string, description?: string) {
  return { file: 'TextPage', hasNoScript: true, title, ...(description && { description }) }
}
