/** Downloads. The second takes the same query as the page of the figure. */
export const figuresFile = '/desk/api/figures/figures.csv'
export const figureAccountsFile = '/desk/api/figures/:figure/accounts.csv'
