# Compares many pairs and prints the results as CSV. Run: ruby batch.rb pairs.ndjson
require "digest"
require "json"
require "net/http"

BATCHES = URI("#{ENV.fetch("SELFSAME_URL") { abort "Set SELFSAME_URL to the address of the service." }}/api/v3/batches")

# Sends a request and returns the body of the answer; ends the program with the error's code and hint.
def send_request(request)
  request["Authorization"] = "Bearer #{ENV.fetch("SELFSAME_API_KEY") { abort "Set SELFSAME_API_KEY to a private key." }}"
  response = Net::HTTP.start(BATCHES.host, BATCHES.port, use_ssl: BATCHES.scheme == "https", read_timeout: 60) do |http|
    http.request(request)
  end
  return response.body if response.is_a?(Net::HTTPSuccess)

  error = JSON.parse(response.body)["error"]
  abort "#{error["code"]}: #{error["message"]} #{error["hint"]}"
end

items = File.binread(ARGV.fetch(0))
# Repeating the command within a day continues with the same batch.
headers = { "Content-Type" => "application/x-ndjson", "Idempotency-Key" => Digest::SHA256.hexdigest(items) }
request = Net::HTTP::Post.new(BATCHES, headers)
request.body = items
batch = JSON.parse(send_request(request))["data"]

until %w[completed cancelled].include?(batch["status"])
  warn "#{batch["status"]}: #{batch["done"] + batch["failed"]} of #{batch["total"]}"
  sleep ((batch["eta_s"] || 4) / 4.0).clamp(1, 60)
  batch = JSON.parse(send_request(Net::HTTP::Get.new("#{BATCHES.path}/#{batch["id"]}")))["data"]
end
puts send_request(Net::HTTP::Get.new("#{BATCHES.path}/#{batch["id"]}/results", "Accept" => "text/csv"))
