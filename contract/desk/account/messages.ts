export const noteGone = 'This note has already been struck out. Reload the page.'
