# Compares two photos. Run: ruby verify.rb reference.jpg selfie.jpg
require "json"
require "net/http"

reference, selfie = ARGV
url = URI("#{ENV.fetch("SELFSAME_URL") { abort "Set SELFSAME_URL to the address of the service." }}/api/v3/verify")
request = Net::HTTP::Post.new(url, "Authorization" => "Bearer #{ENV.fetch("SELFSAME_API_KEY") { abort "Set SELFSAME_API_KEY to a private key." }}")
request.set_form([["reference", File.open(reference, "rb")], ["selfie", File.open(selfie, "rb")]], "multipart/form-data")
response = Net::HTTP.start(url.host, url.port, use_ssl: url.scheme == "https", read_timeout: 30) do |http|
  http.request(request)
end

data, error = JSON.parse(response.body).values_at("data", "error")
abort "#{error["code"]}: #{error["message"]} #{error["hint"]}" if error

puts "#{data["decision"]} #{data["similarity"]}"
