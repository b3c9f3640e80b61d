/** The media type of a Content-Type header, in small letters and without its parameters (RFC 9110 section 8.3.1). */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(";", 1)[0]?.trim().toLowerCase();
}
