// Compares two photos. Run: java Verify.java reference.jpg selfie.jpg
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

public class Verify {
    private static final String BOUNDARY = UUID.randomUUID().toString();

    public static void main(String[] args) throws IOException, InterruptedException {
        var body = new ByteArrayOutputStream();
        addPhoto(body, "reference", Path.of(args[0]));
        addPhoto(body, "selfie", Path.of(args[1]));
        body.writeBytes(("--" + BOUNDARY + "--\r\n").getBytes());
        var request = HttpRequest.newBuilder(URI.create(System.getenv("SELFSAME_URL") + "/api/v3/verify"))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", "Bearer " + System.getenv("SELFSAME_API_KEY"))
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .POST(BodyPublishers.ofByteArray(body.toByteArray()))
            .build();
        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        // The JDK has no JSON parser: use the one of your program. `decision` is "accept" or "reject"; an error has a code and a hint.
        if (response.statusCode() != 200) {
            System.err.println(response.body());
            System.exit(1);
        }
        System.out.println(response.body());
    }

    private static void addPhoto(ByteArrayOutputStream body, String name, Path photo) throws IOException {
        var head = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\"photo\"\r\n\r\n";
        body.writeBytes(head.getBytes());
        body.writeBytes(Files.readAllBytes(photo));
        body.writeBytes("\r\n".getBytes());
    }
}
