export const registrationsPath = "/api/v3/registration_certificates";
