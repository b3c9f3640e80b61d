// Receives webhooks. Run: java Webhook.java
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Webhook {
    private static final long TOLERANCE_S = 300;
    private static final int MAX_BYTES = 64 * 1024;

    public static void main(String[] args) throws IOException {
        var secret = System.getenv("SELFSAME_WEBHOOK_SECRET").substring("whsec_".length());
        var key = new SecretKeySpec(Base64.getDecoder().decode(secret), "HmacSHA256");
        var port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
        var server = HttpServer.create(new InetSocketAddress("localhost", port), 0);
        server.createContext("/webhook", exchange -> {
            try (exchange) {
                // The signature covers the raw body: check it before anything parses it.
                var body = exchange.getRequestBody().readNBytes(MAX_BYTES);
                var genuine = isGenuine(exchange.getRequestHeaders(), body, key);
                exchange.sendResponseHeaders(genuine ? 204 : 400, -1);
                // Parse it with the JSON parser of your program. An event can arrive more than once, always with the same webhook-id.
                if (genuine) System.out.println(new String(body));
            }
        });
        server.start();
    }

    /** Standard Webhooks: HMAC-SHA256 over the id, the timestamp and the raw body. */
    static boolean isGenuine(Headers headers, byte[] body, SecretKeySpec key) {
        var id = headers.getFirst("webhook-id");
        var timestamp = headers.getFirst("webhook-timestamp");
        var signatures = headers.getFirst("webhook-signature");
        if (id == null || timestamp == null || signatures == null || !timestamp.matches("\\d{1,12}")) return false;
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > TOLERANCE_S) return false;
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update((id + "." + timestamp + ".").getBytes());
            var expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes();
            // While a secret is being rotated there are two signatures.
            for (var signature : signatures.split(" ")) {
                if (MessageDigest.isEqual(signature.getBytes(), expected)) return true;
            }
            return false;
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }
}
