// Creates a session for a customer and prints its link. Run: go run session.go passport.jpg customer-1207
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"time"
)

type answer struct {
	Data struct {
		ID, URL string
	} `json:"data"`
	Error *struct {
		Code, Message, Hint string
	} `json:"error"`
}

func main() {
	log.SetFlags(0)
	photo, err := os.ReadFile(os.Args[1])
	check(err)
	customer := os.Args[2]

	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("reference", "reference")
	check(err)
	_, err = part.Write(photo)
	check(err)
	check(form.WriteField("external_id", customer))
	check(form.Close())
	request, err := http.NewRequest(http.MethodPost, os.Getenv("SELFSAME_URL")+"/api/v3/sessions", &body)
	check(err)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SELFSAME_API_KEY"))
	request.Header.Set("Content-Type", form.FormDataContentType())
	// Repeating the command within a day returns the same session.
	request.Header.Set("Idempotency-Key", "sign-up-"+customer)

	client := http.Client{Timeout: 30 * time.Second}
	response, err := client.Do(request)
	check(err)
	defer response.Body.Close()
	var result answer
	check(json.NewDecoder(response.Body).Decode(&result))
	if result.Error != nil {
		log.Fatalf("%s: %s %s", result.Error.Code, result.Error.Message, result.Error.Hint)
	}
	fmt.Println(result.Data.ID, result.Data.URL)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
