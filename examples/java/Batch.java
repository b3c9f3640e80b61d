// Compares many pairs and prints the results as CSV. Run: java Batch.java pairs.ndjson
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.regex.Pattern;

public class Batch {
    private static final String BATCHES = System.getenv("SELFSAME_URL") + "/api/v3/batches";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    public static void main(String[] args) throws Exception {
        var items = Files.readAllBytes(Path.of(args[0]));
        // Repeating the command within a day continues with the same batch.
        var key = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(items));
        var batch = send(requestTo("")
            .header("Content-Type", "application/x-ndjson")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofByteArray(items)));
        var path = "/" + textOf(batch, "id");
        while (!textOf(batch, "status").matches("completed|cancelled")) {
            Thread.sleep(2000);
            batch = send(requestTo(path));
        }
        System.out.print(send(requestTo(path + "/results").header("Accept", "text/csv")));
    }

    private static HttpRequest.Builder requestTo(String path) {
        return HttpRequest.newBuilder(URI.create(BATCHES + path))
            .timeout(Duration.ofMinutes(1))
            .header("Authorization", "Bearer " + System.getenv("SELFSAME_API_KEY"));
    }

    /** Returns the body of the answer; ends the program with an error's code and hint. */
    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var response = CLIENT.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() >= 400) {
            System.err.println(response.body());
            System.exit(1);
        }
        return response.body();
    }

    /** The JDK has no JSON parser: this suffices for an id and a status. Use the one of your program. */
    private static String textOf(String json, String name) {
        var found = Pattern.compile("\"" + name + "\":\"(\\w+)\"").matcher(json);
        if (!found.find()) throw new IllegalStateException("no " + name + " in " + json);
        return found.group(1);
    }
}
