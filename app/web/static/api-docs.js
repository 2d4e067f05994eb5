// Starts Swagger UI on /api/docs: a file of its own, because the pages allow no inline script.
SwaggerUIBundle({
  url: "/api/docs/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
});
