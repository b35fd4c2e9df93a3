"""The pages in a browser: what a person meets there, and what is the theme's own."""
