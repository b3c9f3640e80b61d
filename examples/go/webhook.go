// Receives webhooks. Run: go run webhook.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	tolerance = 5 * time.Minute
	maxBytes  = 64 << 10
)

// isGenuine follows Standard Webhooks: HMAC-SHA256 over the id, the timestamp and the raw body.
func isGenuine(header http.Header, body, key []byte) bool {
	timestamp := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	digest := hmac.New(sha256.New, key)
	fmt.Fprintf(digest, "%s.%s.%s", header.Get("webhook-id"), timestamp, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(digest.Sum(nil))
	// While a secret is being rotated there are two signatures.
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return true
		}
	}
	return false
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("SELFSAME_WEBHOOK_SECRET"), "whsec_"))
	if err != nil || len(key) == 0 {
		log.Fatal("Set SELFSAME_WEBHOOK_SECRET to the secret of the endpoint.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	http.HandleFunc("/webhook", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBytes))
		if err != nil || !isGenuine(request.Header, body, key) {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		var event struct {
			Type string
			Data struct {
				ExternalID string `json:"external_id"`
			}
		}
		if err := json.Unmarshal(body, &event); err != nil {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		// An event can arrive more than once, always with the same webhook-id.
		if event.Type == "session.verified" {
			fmt.Println("verified", event.Data.ExternalID)
		}
		response.WriteHeader(http.StatusNoContent)
	})
	server := http.Server{Addr: "localhost:" + port, ReadTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}
