# Creates a session for a customer and prints its link. Run: ruby session.rb passport.jpg customer-1207
require "json"
require "net/http"

photo, customer = ARGV
url = URI("#{ENV.fetch("SELFSAME_URL") { abort "Set SELFSAME_URL to the address of the service." }}/api/v3/sessions")
request = Net::HTTP::Post.new(url, "Authorization" => "Bearer #{ENV.fetch("SELFSAME_API_KEY") { abort "Set SELFSAME_API_KEY to a private key." }}")
# Repeating the command within a day returns the same session.
request["Idempotency-Key"] = "sign-up-#{customer}"
request.set_form([["reference", File.open(photo, "rb")], ["external_id", customer]], "multipart/form-data")
response = Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == "https", read_timeout: 30) do |http|
  http.request(request)
end

session, error = JSON.parse(response.body).values_at("data", "error")
abort "#{error["code"]}: #{error["message"]} #{error["hint"]}" if error

puts "#{session["id"]} #{session["url"]}"
