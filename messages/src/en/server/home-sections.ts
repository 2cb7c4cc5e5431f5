/** The names of the parts of the home page. */
export const sectionWords = {
  'home_section.in-progress': 'Your requests',
  'home_section.recently-added': 'New in the library',
  'home_section.popular': 'Popular now',
  'home_section.new-releases': 'New releases',
  'home_section.continue-series': 'Continue your series',
  'home_section.next-parts': 'Next in your series',
  'home_section.followed': 'New from what you follow',
  'home_section.coming-up': 'Coming up',
} as const;
