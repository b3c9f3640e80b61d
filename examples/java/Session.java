// Creates a session for a customer; the response has its link, `url`. Run: java Session.java passport.jpg customer-1207
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

public class Session {
    private static final String BOUNDARY = UUID.randomUUID().toString();

    public static void main(String[] args) throws IOException, InterruptedException {
        var customer = args[1];
        var body = new ByteArrayOutputStream();
        addPart(body, "name=\"reference\"; filename=\"photo\"", Files.readAllBytes(Path.of(args[0])));
        addPart(body, "name=\"external_id\"", customer.getBytes());
        body.writeBytes(("--" + BOUNDARY + "--\r\n").getBytes());
        var request = HttpRequest.newBuilder(URI.create(System.getenv("SELFSAME_URL") + "/api/v3/sessions"))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", "Bearer " + System.getenv("SELFSAME_API_KEY"))
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            // Repeating the command within a day returns the same session.
            .header("Idempotency-Key", "sign-up-" + customer)
            .POST(BodyPublishers.ofByteArray(body.toByteArray()))
            .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        // The JDK has no JSON parser: use the one of your program. An error has a code and a hint.
        if (response.statusCode() >= 400) {
            System.err.println(response.body());
            System.exit(1);
        }
        System.out.println(response.body());
    }

    private static void addPart(ByteArrayOutputStream body, String disposition, byte[] content) {
        body.writeBytes(("--" + BOUNDARY + "\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n").getBytes());
        body.writeBytes(content);
        body.writeBytes("\r\n".getBytes());
    }
}
