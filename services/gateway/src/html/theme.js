// Stands in the head of every page: the theme that the person has chosen in the dashboard, before anything is drawn.
try {
  const theme = localStorage.getItem('gleaner.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // The browser keeps nothing: the page looks as the system does.
}
