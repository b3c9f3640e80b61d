// Compares two photos with version 2. Usage: SELFSAME_URL=... SELFSAME_API_KEY=... java Verify.java reference.jpg selfie.jpg
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
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
        body.write(("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));

        var request = HttpRequest.newBuilder(URI.create(System.getenv("SELFSAME_URL") + "/api/v2/verify"))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", "Bearer " + System.getenv("SELFSAME_API_KEY"))
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()))
            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        // Java brings no JSON reader; a program of yours will have one.
        System.out.println(response.body());
        if (response.statusCode() != 200) {
            System.exit(1);
        }
    }

    private static void addPhoto(ByteArrayOutputStream body, String name, Path photo) throws IOException {
        var head = "--" + BOUNDARY + "\r\n"
            + "Content-Disposition: form-data; name=\"" + name + "\"; filename=\"" + name + ".jpg\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n";
        body.write(head.getBytes(StandardCharsets.UTF_8));
        body.write(Files.readAllBytes(photo));
        body.write("\r\n".getBytes(StandardCharsets.UTF_8));
    }
}
