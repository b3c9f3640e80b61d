// An app that lets a person verify, with @selfsame/react-native. Your backend creates the session and knows the verdict.
import { SelfsameSession, type SessionEnd } from "@selfsame/react-native";
import { useState } from "react";
import { Button, SafeAreaView, Text } from "react-native";

const backend = "https://shop.example.com";

export default function App() {
  const [url, setUrl] = useState<string>();
  const [said, setSaid] = useState("");

  const start = async () => {
    const answer = await fetch(`${backend}/verify`, { method: "POST" });
    setUrl(((await answer.json()) as { url: string }).url);
  };
  const finish = async ({ status }: SessionEnd) => {
    setUrl(undefined);
    if (status !== "done") return setSaid(`Not finished: ${status}`);
    const answer = await fetch(`${backend}/verdict`);
    setSaid(((await answer.json()) as { verified: boolean }).verified ? "Verified" : "Not verified");
  };

  return (
    <SafeAreaView style={{ flex: 1 }}>
      {url === undefined ? (
        <Button title="Verify" onPress={start} />
      ) : (
        <SelfsameSession url={url} onEnd={finish} style={{ flex: 1 }} />
      )}
      <Text>{said}</Text>
    </SafeAreaView>
  );
}
