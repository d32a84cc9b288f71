// The theme of the generator without its web fonts.
export { default } from 'vitepress/theme-without-fonts'
