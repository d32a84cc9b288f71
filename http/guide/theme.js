// As in the dashboard: what the person chose there, else what the system says.
const chosen = localStorage.getItem('troupe-theme')
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen
