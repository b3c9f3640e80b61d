# Receives webhooks. Run: ruby webhook.rb (first `gem install webrick`, where Ruby comes without it)
require "json"
require "openssl"
require "webrick"

KEY = ENV.fetch("SELFSAME_WEBHOOK_SECRET").delete_prefix("whsec_").unpack1("m")
TOLERANCE_S = 300

# Standard Webhooks: HMAC-SHA256 over the id, the timestamp and the raw body.
def genuine?(headers, body)
  id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
  return false if (Time.now.to_i - timestamp.to_i).abs > TOLERANCE_S

  digest = OpenSSL::HMAC.digest("SHA256", KEY, "#{id}.#{timestamp}.".b + body.b)
  expected = "v1,#{[digest].pack("m0")}"
  # While a secret is being rotated there are two signatures.
  headers["webhook-signature"].to_s.split.any? { |signature| OpenSSL.secure_compare(signature, expected) }
end

server = WEBrick::HTTPServer.new(BindAddress: "localhost", Port: ENV.fetch("PORT", "8080").to_i, AccessLog: [])
server.mount_proc("/webhook") do |request, response|
  # As it was received. In Rails: request.raw_post.
  body = request.body.to_s
  unless genuine?(request, body)
    response.status = 400
    next
  end
  event = JSON.parse(body)
  # An event can arrive more than once, always with the same webhook-id.
  puts "verified #{event["data"]["external_id"]}" if event["type"] == "session.verified"
  response.status = 204
end

$stdout.sync = true
trap("TERM") { server.shutdown }
server.start
