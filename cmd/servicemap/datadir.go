package main

// DataDir is the flag of every command that works on the data folder.
type DataDir struct {
	Data string `default:"./data" env:"SERVICEMAP_DATA" help:"Folder with all that the service has to remember." placeholder:"DIR"`
}
