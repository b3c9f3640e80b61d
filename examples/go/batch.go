// Compares many pairs and prints the results as CSV. Run: go run batch.go pairs.ndjson
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

type answer struct {
	Data struct {
		ID, Status          string
		Done, Failed, Total int
		ETA                 float64 `json:"eta_s"` // 0 where it is not known yet
	}
	Error *struct {
		Code, Message, Hint string
	}
}

var client = http.Client{Timeout: time.Minute}

// send returns the body of the answer, and ends the program with the error's code and hint.
func send(method, path string, header http.Header, body []byte) []byte {
	request, err := http.NewRequest(method, os.Getenv("SELFSAME_URL")+"/api/v3/batches"+path, bytes.NewReader(body))
	check(err)
	request.Header = header
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SELFSAME_API_KEY"))
	response, err := client.Do(request)
	check(err)
	defer response.Body.Close()
	received, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode >= http.StatusBadRequest {
		if failed := parse(received).Error; failed != nil {
			log.Fatalf("%s: %s %s", failed.Code, failed.Message, failed.Hint)
		}
		log.Fatal(response.Status)
	}
	return received
}

func parse(body []byte) (result answer) {
	check(json.Unmarshal(body, &result))
	return result
}

func main() {
	log.SetFlags(0)
	items, err := os.ReadFile(os.Args[1])
	check(err)
	header := http.Header{}
	header.Set("Content-Type", "application/x-ndjson")
	// Repeating the command within a day continues with the same batch.
	header.Set("Idempotency-Key", fmt.Sprintf("%x", sha256.Sum256(items)))
	batch := parse(send(http.MethodPost, "", header, items)).Data

	for batch.Status != "completed" && batch.Status != "cancelled" {
		log.Printf("%s: %d of %d", batch.Status, batch.Done+batch.Failed, batch.Total)
		time.Sleep(pause(batch.ETA))
		batch = parse(send(http.MethodGet, "/"+batch.ID, http.Header{}, nil)).Data
	}
	csv := http.Header{"Accept": {"text/csv"}}
	fmt.Print(string(send(http.MethodGet, "/"+batch.ID+"/results", csv, nil)))
}

// pause is a quarter of the time left, from a second to a minute.
func pause(etaSeconds float64) time.Duration {
	quarter := time.Duration(etaSeconds / 4 * float64(time.Second))
	if quarter > time.Minute {
		return time.Minute
	}
	if quarter < time.Second {
		return time.Second
	}
	return quarter
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
