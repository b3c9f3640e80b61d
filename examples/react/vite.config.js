// In development the page and its backend have one origin.
export default { server: { proxy: { "/my-backend": "http://localhost:8080" } } };
