export const noteGone = 'This note has already been struck out. Reload the page.'
export const otherNote =
  'Another note was saved from this form before. Reload the page, and write this one again.'
