// Compares two photos with version 2. Usage: SELFSAME_URL=... SELFSAME_API_KEY=... go run verify.go reference.jpg selfie.jpg
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"time"
)

type result struct {
	Match      bool    `json:"match"`
	Confidence float64 `json:"confidence"`
	Message    string  `json:"message"`
	IsSpoof    bool    `json:"is_spoof"`
	Error      string  `json:"error"`
}

func addPhoto(form *multipart.Writer, name, path string) error {
	photo, err := os.Open(path)
	if err != nil {
		return err
	}
	defer photo.Close()
	part, err := form.CreateFormFile(name, name+".jpg")
	if err != nil {
		return err
	}
	_, err = io.Copy(part, photo)
	return err
}

func verify(reference, selfie string) (result, error) {
	var body bytes.Buffer
	var answer result
	form := multipart.NewWriter(&body)
	if err := addPhoto(form, "reference", reference); err != nil {
		return answer, err
	}
	if err := addPhoto(form, "selfie", selfie); err != nil {
		return answer, err
	}
	if err := form.Close(); err != nil {
		return answer, err
	}
	request, err := http.NewRequest(http.MethodPost, os.Getenv("SELFSAME_URL")+"/api/v2/verify", &body)
	if err != nil {
		return answer, err
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SELFSAME_API_KEY"))
	request.Header.Set("Content-Type", form.FormDataContentType())
	client := http.Client{Timeout: 30 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return answer, err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return answer, err
	}
	if response.StatusCode != http.StatusOK {
		return answer, fmt.Errorf("%d: %s", response.StatusCode, answer.Error)
	}
	return answer, nil
}

func main() {
	if len(os.Args) != 3 {
		log.Fatal("two photos are needed")
	}
	answer, err := verify(os.Args[1], os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: match %t, confidence %v, spoof %t\n", answer.Message, answer.Match, answer.Confidence, answer.IsSpoof)
}
