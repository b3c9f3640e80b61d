// Compares two photos. Run: go run verify.go reference.jpg selfie.jpg
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
		Decision   string   `json:"decision"`
		Similarity *float64 `json:"similarity"` // null below the threshold
	} `json:"data"`
	Error *struct {
		Code, Message, Hint string
	} `json:"error"`
}

func addPhoto(form *multipart.Writer, name, path string) error {
	photo, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	part, err := form.CreateFormFile(name, name)
	if err != nil {
		return err
	}
	_, err = part.Write(photo)
	return err
}

func main() {
	log.SetFlags(0)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	check(addPhoto(form, "reference", os.Args[1]))
	check(addPhoto(form, "selfie", os.Args[2]))
	check(form.Close())
	request, err := http.NewRequest(http.MethodPost, os.Getenv("SELFSAME_URL")+"/api/v3/verify", &body)
	check(err)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SELFSAME_API_KEY"))
	request.Header.Set("Content-Type", form.FormDataContentType())

	client := http.Client{Timeout: 30 * time.Second}
	response, err := client.Do(request)
	check(err)
	defer response.Body.Close()
	var result answer
	check(json.NewDecoder(response.Body).Decode(&result))
	if result.Error != nil {
		log.Fatalf("%s: %s %s", result.Error.Code, result.Error.Message, result.Error.Hint)
	}
	fmt.Print(result.Data.Decision)
	if result.Data.Similarity != nil {
		fmt.Print(" ", *result.Data.Similarity)
	}
	fmt.Println()
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
